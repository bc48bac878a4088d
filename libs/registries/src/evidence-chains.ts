import { type Document, defineCollection } from './collection.ts'
import type { EvidenceDoc } from './evidence.ts'

/** The head of a tenant's chain of evidence. One document per tenant, `id` is `evidence`. */
export interface EvidenceChainDoc extends Document {
  /** Position and digest of the newest link; 0 and null before the first. */
  readonly position: number
  readonly digest: string | null
  /** Links that are part of the chain but whose documents may not be there yet: whoever comes next writes them as they are here. */
  readonly pending: readonly EvidenceDoc[]
}

export const evidenceChains = defineCollection<EvidenceChainDoc>({
  name: 'evidence_chains',
  owner: 'alert-projector',
  schemaVersion: 1,
  fields: {},
  indexes: [],
})
