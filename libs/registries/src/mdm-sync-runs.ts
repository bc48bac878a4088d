import { type Document, defineCollection } from './collection.ts'

export type MdmSyncRunState = 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'throttled'

export interface MdmSyncCounts {
  readonly seen: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly missing: number
}

/** How far a walk has come: written with the counts after every page, so that a page counts once. */
export interface MdmCheckpoint {
  readonly walk: number
  /** The connection's, when the walk began. */
  readonly revision: number
  readonly walk_started_at: string
  /** Number of finished pages of the walk, which is also the number of the next one. */
  readonly page: number
  /** Devices that the walk has seen. */
  readonly seen: number
  /**
   * Location of the next page, sealed because it is the provider's text. Null before the first page, and when `walked`.
   */
  readonly sealed_cursor: string | null
  readonly walked: boolean
  /** Part of the walk could not be read, so it does not prove that a device is gone. */
  readonly blemished: boolean
  readonly saved_at: string
}

/** Parts of the provider's answers that were not as documented: field names are ours, values are never kept. */
export interface MdmDrift {
  readonly field: string
  readonly reason: 'unknown_value' | 'wrong_type' | 'missing'
  readonly count: number
}

/** One sync of a connection. */
export interface MdmSyncRunDoc extends Document {
  readonly connection_id: string
  readonly trigger: 'scheduled' | 'on_demand'
  readonly state: MdmSyncRunState
  readonly error_code: string | null
  readonly counts: MdmSyncCounts
  /** The walk ended with this run, and provably saw every device. */
  readonly complete: boolean
  readonly drift: readonly MdmDrift[]
  readonly checkpoint: MdmCheckpoint | null
  readonly correlation_id: string
  readonly requested_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}

export const mdmSyncRuns = defineCollection<MdmSyncRunDoc>({
  name: 'mdm_sync_runs',
  owner: 'mdm-connector',
  schemaVersion: 1,
  fields: { connection_id: 'text', state: 'text', requested_at: 'text' },
  indexes: [
    ['connection_id', 'requested_at'],
    ['connection_id', 'state', 'requested_at'],
  ],
})
