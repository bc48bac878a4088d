import type { AuditRecordDoc } from './audit-records.ts'
import type { ChainHead } from './chain-head.ts'
import { defineCollection } from './collection.ts'

/** The head of a tenant's chain of audit records. One document per tenant, `id` is `audit`. */
export const auditChains = defineCollection<ChainHead<AuditRecordDoc>>({
  name: 'audit_chains',
  owner: 'gateway',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})
