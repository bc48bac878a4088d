import { type Document, defineCollection } from './collection.ts'

/**
 * What is going on with a connection's syncs; its id is the connection's. Apart from the connection, so that a sync changes no version that
 * an operator holds.
 */
export interface MdmSyncStateDoc extends Document {
  /** Number of the newest walk: one pass over all devices of the provider, over one run or several. */
  readonly walk: number
  /** The run that is wanted or under way: written before the run itself, with all that the run's record needs. */
  readonly active: {
    readonly sync_run_id: string
    readonly trigger: 'scheduled' | 'on_demand'
    readonly correlation_id: string
    readonly requested_at: string
  } | null
  /** Who works on it, and until when nobody else may. */
  readonly lease: { readonly holder: string; readonly until: number } | null
  readonly last_run_id: string | null
  /** When the newest run that saw devices ended. */
  readonly last_sync_at: string | null
  /** An operator has looked at a mass disappearance and lets the next complete walk have it. */
  readonly disappearance_accepted: boolean
  readonly next_sync_at: number | null
  /** Milliseconds since the epoch: when somebody must look at this next; null when nothing is to be done. */
  readonly due_at: number | null
}

export const mdmSyncStates = defineCollection<MdmSyncStateDoc>({
  name: 'mdm_sync_states',
  owner: 'mdm-connector',
  schemaVersion: 1,
  fields: { due_at: 'number' },
  indexes: [['due_at']],
})
