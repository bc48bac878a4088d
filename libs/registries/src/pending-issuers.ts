import { type Document, defineCollection } from './collection.ts'

/**
 * Which registrations of one issuer still wait for their proof, in any tenant. Kept under the platform's tenant. It
 * only helps to find them: each registration itself says whether it is pending, and an entry may be out of date.
 */
export interface PendingIssuersDoc extends Document {
  /** SHA-256 of the issuer, lower-case hex. */
  readonly id: string
  /** Oldest first; bounded. */
  readonly registrations: readonly { readonly tenant_id: string; readonly issuer_id: string }[]
}

export const pendingIssuers = defineCollection<PendingIssuersDoc>({
  name: 'pending_issuers',
  owner: 'gateway',
  schemaVersion: 1,
  fields: {},
  indexes: [],
})
