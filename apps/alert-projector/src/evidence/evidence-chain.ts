import { canonicalDigest, createDocumentChain, type DocumentChain } from '@wardline/chain'
import { type Clock, rfc3339 } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type EvidenceDoc, evidence, evidenceChains } from '@wardline/registries'
import { evidenceDigest } from './evidence-digest.ts'
import type { EvidenceFact } from './evidence-fact.ts'

/** A tenant's chain of evidence. Each link contains the digest of the one before (docs/adr/0004). */
export type EvidenceChain = DocumentChain<EvidenceFact>

export const createEvidenceChain = ({
  registry,
  clock,
}: {
  readonly registry: Registry
  readonly clock: Clock
}): EvidenceChain =>
  createDocumentChain<EvidenceFact, EvidenceDoc>({
    registry,
    heads: evidenceChains,
    headId: 'evidence',
    links: evidence,
    idOf: fact => fact.evidenceId,
    linkOf: (fact, position, previousDigest) => linkOf(fact, position, previousDigest, rfc3339(clock.now())),
  })

function linkOf(fact: EvidenceFact, position: number, previousDigest: string | null, collectedAt: string): EvidenceDoc {
  const covered = {
    evidence_type: fact.evidenceType,
    subject: fact.subject,
    summary: fact.summary,
    collected_at: collectedAt,
    controls: fact.controls,
    details_digest: canonicalDigest(fact.details),
    previous_digest: previousDigest,
  }
  return {
    id: fact.evidenceId,
    position,
    ...covered,
    subject_id: fact.subject.id,
    details: fact.details,
    digest: evidenceDigest({ evidence_id: fact.evidenceId, ...covered }),
  }
}
