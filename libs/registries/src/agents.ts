import type { AgentClass } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

export type AgentPlatform = 'darwin' | 'windows' | 'linux'

/** One certificate of an agent. Certificates are public; keys are never stored here. */
export interface AgentCertificate {
  /** Lower-case hex. */
  readonly serial_number: string
  readonly not_before: string
  readonly not_after: string
  readonly renew_after: string
  /** SHA-256 of the SubjectPublicKeyInfo, lower-case hex. */
  readonly spki_hash: string
  readonly issued_at: string
  /** When its successor was first seen, which makes it stale 24 h later; null while it is the newest seen. */
  readonly superseded_at: string | null
}

/** A renewal whose certificate has not been seen yet: a lost answer is sent again to the same key. */
export interface PendingRenewal {
  readonly serial_number: string
  readonly spki_hash: string
  readonly certificate_pem: string
}

/** An agent identity and its summary. */
export interface AgentDoc extends Document {
  readonly agent_class: AgentClass
  readonly state: 'active' | 'superseded' | 'stale' | 'revoked'
  readonly platform: AgentPlatform | null
  readonly os_version: string | null
  readonly agent_version: string | null
  readonly hostname: string | null
  /** Newest last; at most 8 are kept. */
  readonly certificates: readonly AgentCertificate[]
  /** The latest `not_after` of them. */
  readonly valid_until: string
  readonly renewal: PendingRenewal | null
  /** SHA-256 of the nonces of the last 32 renewals. */
  readonly renewal_nonce_hashes: readonly string[]
  /** A superseded certificate requested a renewal: two machines may have this identity. */
  readonly clone_suspected: boolean
  readonly token_id: string
  readonly asset_id: string | null
  /** The asset whose live agent sent the same fingerprint when this agent's asset was created. */
  readonly possible_duplicate_of: string | null
  /** Keyed hashes of the machine's fingerprint, `<kind>:<hmac>`, strongest first; empty if it sent none. */
  readonly fingerprints: readonly string[]
  readonly enrolled_at: string
  /** Time of the first heartbeat, then of the last change; the exact last time is in the asset's `sources`. */
  readonly last_seen_at: string | null
  readonly revoked_at: string | null
  readonly revoked_reason: string | null
}

export const agents = defineCollection<AgentDoc>({
  name: 'agents',
  owner: 'enrollment',
  schemaVersion: 1,
  fields: { state: 'text', agent_class: 'text', platform: 'text', enrolled_at: 'text', valid_until: 'text' },
  indexes: [['enrolled_at'], ['state', 'enrolled_at'], ['platform', 'enrolled_at']],
  essential: true,
})

/**
 * What remains of an identity whose record was removed. It proves that its certificates are no longer valid, which a
 * missing record never proves.
 */
export interface AgentTombstoneDoc extends Document {
  readonly removed_at: string
}

export const agentTombstones = defineCollection<AgentTombstoneDoc>({
  name: 'agent_tombstones',
  owner: 'enrollment',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})
