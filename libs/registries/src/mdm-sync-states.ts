import { type Document, defineCollection } from './collection.ts'

/**
 * The state of a connection's syncs; its id is the connection's. It is a separate document, so that a sync does not
 * change the version that an operator has.
 */
export interface MdmSyncStateDoc extends Document {
  /** Number of the newest walk: one pass over all devices of the provider, over one run or several. */
  readonly walk: number
  /** The run that is requested or running: written before the run itself, with all that the run's record needs. */
  readonly active: {
    readonly sync_run_id: string
    readonly trigger: 'scheduled' | 'on_demand'
    readonly correlation_id: string
    readonly requested_at: string
  } | null
  /** The process that works on it, and until when no other may. */
  readonly lease: { readonly holder: string; readonly until: number } | null
  readonly last_run_id: string | null
  /** When the newest run that saw devices ended. */
  readonly last_sync_at: string | null
  /** An operator has reviewed a mass disappearance and allows the next complete walk to apply it. */
  readonly disappearance_accepted: boolean
  readonly next_sync_at: number | null
  /** Milliseconds since the epoch: when work on this is due next; null when there is nothing to do. */
  readonly due_at: number | null
}

export const mdmSyncStates = defineCollection<MdmSyncStateDoc>({
  name: 'mdm_sync_states',
  owner: 'mdm-connector',
  schemaVersion: 1,
  fields: { due_at: 'number' },
  indexes: [['due_at']],
})
