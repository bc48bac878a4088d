import { type Document, defineCollection } from './collection.ts'

/** A public key as RFC 7517 writes it, with the members that RFC 7638 takes for its thumbprint and no others. */
export type ConsumerJwk =
  | { readonly kty: 'OKP'; readonly crv: 'X25519'; readonly x: string }
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }

/** Whom a tenant lets read the clear part of its alerts on topics and in webhooks: who holds the private key. */
export interface AlertConsumerKey {
  /** RFC 7638 thumbprint, SHA-256, base64url. */
  readonly kid: string
  readonly jwk: ConsumerJwk
  readonly description: string | null
  readonly created_at: string
}

/** All keys of a tenant, oldest first: one document, so that their number is bounded and a reader needs one read. */
export interface AlertConsumerKeysDoc extends Document {
  readonly keys: readonly AlertConsumerKey[]
}

/** The id of the one document. */
export const ALERT_CONSUMER_KEYS = 'alert-consumer-keys'

/** Most keys of one tenant. */
export const MAX_ALERT_CONSUMER_KEYS = 4

export const alertConsumerKeys = defineCollection<AlertConsumerKeysDoc>({
  name: 'alert_consumer_keys',
  owner: 'gateway',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})
