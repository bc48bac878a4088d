import { canonicalDigest } from '@wardline/chain'
import { type DigestedEvidence, evidenceDigest } from './evidence-digest.ts'

/** A record as either evidence operation answers it, to any role. */
export interface EvidenceRecord extends DigestedEvidence {
  readonly digest: string
  /** Only on the single record. */
  readonly details?: unknown
}

/** `record`: a member was changed. `details`: only these were. `link`: the record does not follow the one before. */
export interface ChainFault {
  readonly evidence_id: string
  readonly fault: 'record' | 'details' | 'link'
}

/**
 * Checks a run of the chain, the oldest record first, by nothing but what the API answers.
 * @param after digest of the record before the first one; null when the run begins with the tenant's first evidence. Without it the first
 *   link is taken on trust.
 * @returns every fault; none when the run is intact.
 */
export function verifyEvidence(records: readonly EvidenceRecord[], after?: string | null): ChainFault[] {
  const faults: ChainFault[] = []
  let previous = after
  for (const record of records) {
    const { evidence_id, details } = record
    if (previous !== undefined && record.previous_digest !== previous) faults.push({ evidence_id, fault: 'link' })
    if (evidenceDigest(record) !== record.digest) faults.push({ evidence_id, fault: 'record' })
    if (details !== undefined && canonicalDigest(details) !== record.details_digest) {
      faults.push({ evidence_id, fault: 'details' })
    }
    previous = record.digest
  }
  return faults
}
