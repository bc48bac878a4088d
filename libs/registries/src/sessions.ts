import type { Role } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

/**
 * An account's session has the account's roles as they are now, for as long as the token that opened it is accepted.
 */
export interface AccountOfSession {
  readonly type: 'service_account'
  readonly id: string
  /** SHA-256 of that token, as stored in the account. Sessions from before this was recorded are over. */
  readonly token_hash?: string
}

/**
 * A person's session has the roles that the provider's groups gave at sign-in, for as long as the registration is
 * unchanged.
 */
export interface UserOfSession {
  readonly type: 'user'
  readonly id: string
  readonly roles: readonly Role[]
  readonly issuer_id: string
  /** The registry's version of the registration: any change of it ends the session. */
  readonly issuer_version: number
  /** The name that the provider gave, shown only to its owner; sealed. */
  readonly sealed_name: string | null
}

/** A browser's session: who signed in, and until when. Its secret is not stored, only its SHA-256. */
export interface SessionDoc extends Document {
  /** Lower-case hex. */
  readonly token_hash: string
  readonly principal: AccountOfSession | UserOfSession
  readonly principal_id: string
  readonly created_at: string
  /** Milliseconds since the epoch: when it ends unless it is used again. */
  readonly idle_until: number
  /** Milliseconds since the epoch: when it ends however much it is used. */
  readonly expires_at: number
}

export const sessions = defineCollection<SessionDoc>({
  name: 'sessions',
  owner: 'gateway',
  schemaVersion: 3,
  fields: { token_hash: 'text', principal_id: 'text', idle_until: 'number' },
  indexes: [['principal_id', 'idle_until'], ['idle_until']],
  uniqueGlobally: ['token_hash'],
  expiresBy: 'idle_until',
  essential: true,
})
