import { type Document, defineCollection } from './collection.ts'

/** A restore of the registry from a backup, kept under the platform tenant for good: until the newest is confirmed no agent is served. */
export interface RestoreDoc extends Document {
  readonly state: 'waiting' | 'confirmed'
  /** The moment that the backup reflects; null if unknown. RFC 3339, like the others. */
  readonly backup_taken_at: string | null
  /** When revocations and spent tokens since the backup were applied again. Also the epoch of a journal. */
  readonly settled_at: string
  readonly confirmed_at: string | null
  /** The account that confirmed it. */
  readonly confirmed_by: string | null
  /** What the journal contained that the backup did not. */
  readonly journal: {
    /** Number of files found; without any, nothing is known about the time since the backup. */
    readonly files: number
    /** Documents that were brought up to date. */
    readonly replayed: number
    /** Entries that could not be applied because another record has their unique value. */
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
  essential: true,
})
