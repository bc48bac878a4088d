import { type Document, defineCollection } from './collection.ts'

/** A restore of the registry from a backup, kept under the platform tenant for good: until the newest is confirmed no agent is served. */
export interface RestoreDoc extends Document {
  readonly state: 'waiting' | 'confirmed'
  /** The instant that the backup shows; null where nobody said. RFC 3339, as the others. */
  readonly backup_taken_at: string | null
  /** When what was revoked or spent since the backup was revoked and spent again. A journal's epoch. */
  readonly settled_at: string
  readonly confirmed_at: string | null
  /** The account that did. */
  readonly confirmed_by: string | null
  /** What the journal held that the backup did not know. */
  readonly journal: {
    /** Files that were found; with none, nothing is known of what happened since the backup. */
    readonly files: number
    /** Documents that were brought up to date. */
    readonly replayed: number
    /** Entries that could not be: another record has their unique value. */
    readonly refused: number
  }
  readonly tokens_voided: number
  readonly sessions_ended: number
}

export const restores = defineCollection<RestoreDoc>({
  name: 'restores',
  owner: 'gateway',
  schemaVersion: 1,
  fields: { state: 'text', settled_at: 'text' },
  indexes: [['settled_at'], ['state', 'settled_at']],
})
