import { canonicalDigest } from '@wardline/chain'

/** The members of an evidence record that its digest covers: those of a list item without `digest`. */
export interface DigestedEvidence {
  readonly evidence_id: string
  readonly evidence_type: string
  readonly subject: { readonly type: string; readonly id: string }
  readonly summary: string
  readonly collected_at: string
  readonly controls: readonly string[]
  readonly details_digest: string
  readonly previous_digest: string | null
}

/**
 * The digest of a record. Accepts any view of it; members that are not covered (`details`, `redaction_applied`, …) do
 * not matter.
 */
export function evidenceDigest(r: DigestedEvidence): string {
  return canonicalDigest({
    evidence_id: r.evidence_id,
    evidence_type: r.evidence_type,
    subject: r.subject,
    summary: r.summary,
    collected_at: r.collected_at,
    controls: r.controls,
    details_digest: r.details_digest,
    previous_digest: r.previous_digest,
  })
}
