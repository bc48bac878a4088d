import { type Document, defineCollection } from './collection.ts'

/**
 * A certificate authority of the platform, kept under the platform tenant. Made once by `expect: 'absent'`, so that replicas that
 * start together agree. `id` is `client` (agent certificates) or `server` (the listener's own).
 */
export interface AuthorityDoc extends Document {
  readonly certificate_pem: string
  /** PKCS#8, sealed with the keyring's `authority` key (AES-256-GCM, base64). */
  readonly sealed_key: string
  readonly created_at: string
  readonly not_after: string
}

/** Issues agent certificates; the gateway only reads its certificate. */
export const clientAuthorities = defineCollection<AuthorityDoc>({
  name: 'client_authorities',
  owner: 'enrollment',
  schemaVersion: 1,
  fields: {},
  indexes: [],
})

/** Issues the TLS listener's certificate. */
export const serverAuthorities = defineCollection<AuthorityDoc>({
  name: 'server_authorities',
  owner: 'gateway',
  schemaVersion: 1,
  fields: {},
  indexes: [],
})
