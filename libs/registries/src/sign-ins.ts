import { type Document, defineCollection } from './collection.ts'

/**
 * A sign-in that a browser has started at an identity provider and not finished yet. Used once; kept under the tenant
 * of the issuer.
 */
export interface SignInDoc extends Document {
  /** SHA-256 of the `state` that was sent along, lower-case hex. */
  readonly state_hash: string
  /** SHA-256 of the cookie of the browser that started it. */
  readonly browser_hash: string
  /** The nonce and the PKCE verifier, as JSON, sealed. */
  readonly sealed: string
  readonly issuer_id: string
  /** An admin proves a pending issuer with it. Absent: somebody wants a session. */
  readonly purpose?: 'proof'
  /** Path of the console to continue at. */
  readonly return_to: string
  readonly created_at: string
  /** Milliseconds since the epoch. */
  readonly expires_at: number
}

export const signIns = defineCollection<SignInDoc>({
  name: 'sign_ins',
  owner: 'gateway',
  schemaVersion: 2,
  fields: { state_hash: 'text', issuer_id: 'text', expires_at: 'number' },
  indexes: [['issuer_id', 'expires_at']],
  uniqueGlobally: ['state_hash'],
  expiresBy: 'expires_at',
  essential: true,
})
