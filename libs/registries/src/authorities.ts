import { type Document, defineCollection } from './collection.ts'

/** The one record of `server_authorities`, and what its key is sealed with as context. */
export const SERVER_AUTHORITY = { id: 'server', context: 'server_authorities/server' } as const
/** What the key of an authority of agent certificates is sealed with as context: it cannot replace another one's key. */
export const clientAuthorityContext = (id: string): string => `client_authorities/${id}`

/**
 * The certificate authority of the TLS listener, kept under the platform tenant. Created once with `expect: 'absent'`,
 * so that replicas that start together agree. `id` is `server`.
 */
export interface AuthorityDoc extends Document {
  readonly certificate_pem: string
  /** PKCS#8, sealed with the keyring's `authority` key (AES-256-GCM, base64). */
  readonly sealed_key: string
  readonly created_at: string
  readonly not_after: string
}

/** Location of an authority's key that the platform does not store. */
export interface AuthorityKeyRef {
  readonly provider: string
  readonly name: string
}

/**
 * An authority of agent certificates, kept under the platform tenant for good: the gateway accepts certificates from
 * any of them. `id` is `root-<n>` or `issuing-<n>` for those that the platform created, so that replicas that create
 * one at the same time agree; `external-<hash>` for one that an operator provided; `client` for the one of the first
 * release, which is self-signed and has none of the optional members.
 */
export interface ClientAuthorityDoc extends Document {
  readonly role?: 'root' | 'issuing'
  /** Number among the platform's own authorities of one role, from 1. */
  readonly generation?: number
  readonly certificate_pem: string
  /** Its own certificate and those above it, up to the root, PEM. */
  readonly chain_pem?: readonly string[]
  /** PKCS#8, sealed with the keyring's `authority` key (AES-256-GCM, base64); null where `key_ref` says where the key is. */
  readonly sealed_key: string | null
  readonly key_ref?: AuthorityKeyRef
  /** When it starts to issue, so that every gateway knows it by then. */
  readonly issues_from?: string
  readonly created_at: string
  readonly not_after: string
}

/** Issue agent certificates; the gateway only reads their certificates. */
export const clientAuthorities = defineCollection<ClientAuthorityDoc>({
  name: 'client_authorities',
  owner: 'enrollment',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})

/** Most authorities of agent certificates. */
export const MAX_CLIENT_AUTHORITIES = 32

/** Issues the TLS listener's certificate. */
export const serverAuthorities = defineCollection<AuthorityDoc>({
  name: 'server_authorities',
  owner: 'gateway',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})
