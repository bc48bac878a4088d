import { type Document, defineCollection } from './collection.ts'

/**
 * A sequence number assigned to an alert whose document may not exist yet, with every decision that must not be made
 * twice.
 */
export interface AlertReservation {
  readonly alert_id: string
  readonly sequence: number
  /** The ticket to open with it. */
  readonly ticket_id: string | null
  /** Milliseconds since the epoch. */
  readonly reserved_at: number
}

/**
 * Assigns the sequence numbers of a tenant's alerts: the first write of the projection's saga. One document per tenant,
 * `id` is `alerts`.
 */
export interface AlertCounterDoc extends Document {
  /** The sequence number of the next alert; the first is 1. */
  readonly next: number
  readonly reserved: readonly AlertReservation[]
  /** When automatic tickets were opened within the last hour, milliseconds since the epoch; never more than their cap. */
  readonly ticketed_at: readonly number[]
}

export const alertCounters = defineCollection<AlertCounterDoc>({
  name: 'alert_counters',
  owner: 'alert-projector',
  schemaVersion: 1,
  fields: {},
  indexes: [],
})
