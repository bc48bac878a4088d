import type { ChainHead } from './chain-head.ts'
import { defineCollection } from './collection.ts'
import type { EvidenceDoc } from './evidence.ts'

/** The head of a tenant's chain of evidence. One document per tenant, `id` is `evidence`. */
export const evidenceChains = defineCollection<ChainHead<EvidenceDoc>>({
  name: 'evidence_chains',
  owner: 'alert-projector',
  schemaVersion: 1,
  fields: {},
  indexes: [],
})
