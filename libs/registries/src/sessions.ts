import { type Document, defineCollection } from './collection.ts'

/** A browser's session: who signed in, and until when. Its secret is nowhere; only its SHA-256. Authority is the principal's own, asked anew. */
export interface SessionDoc extends Document {
  /** Lower-case hex. */
  readonly token_hash: string
  readonly principal: { readonly type: 'service_account'; readonly id: string }
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
  schemaVersion: 1,
  fields: { token_hash: 'text', principal_id: 'text', idle_until: 'number' },
  indexes: [['principal_id', 'idle_until']],
  uniqueGlobally: ['token_hash'],
  expiresBy: 'idle_until',
})
