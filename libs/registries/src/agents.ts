import type { AgentClass } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

export type AgentPlatform = 'darwin' | 'windows' | 'linux'

/** One certificate of an agent. Certificates are public; keys never come here. */
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
  readonly token_id: string
  readonly asset_id: string | null
  readonly enrolled_at: string
  readonly last_seen_at: string | null
  readonly revoked_at: string | null
  readonly revoked_reason: string | null
}

export const agents = defineCollection<AgentDoc>({
  name: 'agents',
  owner: 'enrollment',
  schemaVersion: 1,
  fields: { state: 'text', agent_class: 'text', platform: 'text', enrolled_at: 'text' },
  indexes: [['enrolled_at'], ['state', 'enrolled_at']],
})
