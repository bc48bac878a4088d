import type { Role } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

/** A service account. The token itself is not stored, only its SHA-256. */
export interface ServiceAccountDoc extends Document {
  /** The id again: accounts of any tenant are looked up by it. */
  readonly account_id: string
  readonly name: string
  readonly roles: readonly Role[]
  /** Lower-case hex. */
  readonly token_hash: string
  /** Hash of the token before the newest rotation, for as long as that token is still accepted. */
  readonly previous_token_hash?: string | null
  readonly previous_token_until?: string | null
  readonly created_at: string
  readonly created_by: string
  /** RFC 3339, or null for never. */
  readonly expires_at: string | null
}

export const serviceAccounts = defineCollection<ServiceAccountDoc>({
  name: 'service_accounts',
  owner: 'gateway',
  schemaVersion: 2,
  fields: { token_hash: 'text', previous_token_hash: 'text', account_id: 'text', name: 'text', created_at: 'text' },
  indexes: [['created_at']],
  uniqueGlobally: ['token_hash', 'previous_token_hash', 'account_id'],
  essential: true,
})
