import { canonicalDigest } from '@wardline/chain'
import { type DigestedEvidence, evidenceDigest } from './evidence-digest.ts'

/** A record as either evidence operation returns it, for any role. */
export interface EvidenceRecord extends DigestedEvidence {
  readonly digest: string
  /** Only on the single record. */
  readonly details?: unknown
}

/**
 * `record`: a member was changed. `details`: only the details were changed. `link`: the record does not follow the one
 * before.
 */
export interface ChainFault {
  readonly evidence_id: string
  readonly fault: 'record' | 'details' | 'link'
}

/**
 * Checks a run of the chain, oldest record first, using only what the API returns.
 * @param after digest of the record before the first one; null if the run begins with the tenant's first evidence.
 * Without it the first link is trusted.
 * @returns every fault; an empty list if the run is intact.
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
