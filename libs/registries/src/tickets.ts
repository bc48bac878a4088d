import type { RecordEpoch } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

export type TicketStatus = 'open' | 'in_progress' | 'closed'

/**
 * A ticket. `id` is the ticket_id. Comments are separate documents, so that they do not change this one. Its epoch is
 * that of the last change of its texts or assignee: nobody can give an old ticket new names to learn what they are
 * called in an old epoch.
 */
export interface TicketDoc extends Document, RecordEpoch {
  readonly title: string
  readonly description: string
  readonly status: TicketStatus
  readonly alert_id: string | null
  readonly assignee: string | null
  /** Id of the principal that opened it, or `alert-projector`. */
  readonly created_by: string
  readonly created_at: string
  readonly updated_at: string
}

export const tickets = defineCollection<TicketDoc>({
  name: 'tickets',
  owner: 'alert-projector',
  schemaVersion: 1,
  fields: { status: 'text', alert_id: 'text', assignee: 'text', created_at: 'text' },
  indexes: [['created_at'], ['status', 'created_at'], ['alert_id', 'created_at'], ['assignee', 'created_at']],
})
