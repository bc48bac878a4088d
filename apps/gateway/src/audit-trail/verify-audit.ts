import { auditDigest, type DigestedAudit } from './audit-chain.ts'

/** A record as `listAuditRecords` returns it, to any role. */
export interface ShownAudit extends DigestedAudit {
  readonly position: number
  readonly digest: string
}

/** `record`: a member was changed. `link`: the record does not follow the previous one. `gap`: one is missing. */
export interface AuditFault {
  readonly audit_id: string
  readonly fault: 'record' | 'link' | 'gap'
}

/**
 * Checks a part of the chain, oldest record first, using only what the API returns. The first link is not checked,
 * unless it is the start of the chain.
 */
export function verifyAudit(records: readonly ShownAudit[]): AuditFault[] {
  return records.flatMap((record, i): AuditFault[] => {
    const before = records[i - 1]
    const { audit_id, position, previous_digest } = record
    const expected = before ? before.digest : position === 1 ? null : previous_digest
    return [
      ...(auditDigest(record) === record.digest ? [] : [{ audit_id, fault: 'record' as const }]),
      ...(previous_digest === expected ? [] : [{ audit_id, fault: 'link' as const }]),
      ...(before && position !== before.position + 1 ? [{ audit_id, fault: 'gap' as const }] : []),
    ]
  })
}
