import type { AgentClass } from '@wardline/kernel'
import type { AgentPlatform } from './agents.ts'
import { type Document, defineCollection } from './collection.ts'

/**
 * What a token's only exchange has fixed. Every later step, by any process, uses these values and creates none of its
 * own.
 */
export interface EnrollmentClaim {
  readonly claimed_at: string
  readonly correlation_id: string
  readonly agent_id: string
  /** Lower-case hex. */
  readonly serial_number: string
  readonly not_before: string
  readonly not_after: string
  readonly renew_after: string
  /** SubjectPublicKeyInfo in DER, base64, and its SHA-256 in lower-case hex: the key that may resume. */
  readonly spki: string
  readonly spki_hash: string
  readonly platform: AgentPlatform | null
  readonly os_version: string | null
  readonly agent_version: string | null
  readonly hostname: string | null
  /** Keyed hashes, `<kind>:<hmac>`. */
  readonly fingerprints: readonly string[]
}

/**
 * An enrolment token and the saga of its exchange (docs/architecture.md#the-exchange). `unused -> claimed -> issued ->
 * confirmed`, or `revoked`; whether an unused token has expired depends on the clock.
 */
export interface EnrollmentTokenDoc extends Document {
  /** SHA-256 of the token, lower-case hex. The token itself is not stored. */
  readonly token_hash: string
  readonly agent_class: AgentClass
  readonly state: 'unused' | 'claimed' | 'issued' | 'confirmed' | 'revoked'
  readonly label: string | null
  readonly created_at: string
  readonly created_by: string
  readonly expires_at: string
  /** SHA-256 of every nonce sent with the claim's key; at most 32. */
  readonly nonce_hashes: readonly string[]
  readonly claim: EnrollmentClaim | null
  /** The leaf, PEM, from `issued` until `confirmed`. */
  readonly certificate_pem: string | null
  /** Milliseconds since the epoch: when the record may be removed. */
  readonly forget_at: number
}

export const enrollmentTokens = defineCollection<EnrollmentTokenDoc>({
  name: 'enrollment_tokens',
  owner: 'enrollment',
  schemaVersion: 1,
  fields: { token_hash: 'text', state: 'text', agent_class: 'text', created_at: 'text', forget_at: 'number' },
  indexes: [['created_at'], ['state', 'created_at']],
  uniqueGlobally: ['token_hash'],
  expiresBy: 'forget_at',
  essential: true,
})
