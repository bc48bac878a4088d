import { type Document, defineCollection } from './collection.ts'

/** The answer to a POST that carried an `Idempotency-Key`, for 24 h. `id` is a hash of principal, operation and key. */
export interface IdempotencyKeyDoc extends Document {
  /** SHA-256 of path, query and body. */
  readonly request_hash: string
  /** `running` is a lease: when `lease_until` has passed, the request that held it died and another may try. */
  readonly state: 'running' | 'done'
  /** Milliseconds since the epoch. */
  readonly lease_until: number
  readonly status: number | null
  /** The answer's JSON without one-time secrets, sealed with the keyring's `internal` key; null while running or without a body. */
  readonly sealed_body: string | null
  readonly record_version: number | null
  /** Milliseconds since the epoch. */
  readonly expires_at: number
}

export const idempotencyKeys = defineCollection<IdempotencyKeyDoc>({
  name: 'idempotency_keys',
  owner: 'gateway',
  schemaVersion: 1,
  fields: { expires_at: 'number' },
  indexes: [['expires_at']],
  expiresBy: 'expires_at',
  essential: true,
})
