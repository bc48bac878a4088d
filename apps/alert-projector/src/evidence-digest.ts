import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** Members of a record of evidence that its digest covers: those of a list item, without `digest` itself. */
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

/** SHA-256 of a value's canonical JSON (RFC 8785), lower-case hex. @throws Error for what has none (a lone surrogate). */
export function canonicalDigest(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('not a JSON value')
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** The digest of a record. Takes any of its views; what is not covered (`details`, `redaction_applied`, …) makes no difference. */
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
