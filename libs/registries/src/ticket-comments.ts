import type { RecordEpoch } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

/** A comment on a ticket. Never changed. Auditors see those of visibility `auditor` only, and nothing of the others. */
export interface TicketCommentDoc extends Document, RecordEpoch {
  readonly ticket_id: string
  readonly body: string
  readonly visibility: 'internal' | 'auditor'
  /** Id of the principal that wrote it. */
  readonly author: string
  readonly created_at: string
}

export const ticketComments = defineCollection<TicketCommentDoc>({
  name: 'ticket_comments',
  owner: 'alert-projector',
  schemaVersion: 1,
  fields: { ticket_id: 'text', visibility: 'text', created_at: 'text' },
  indexes: [
    ['ticket_id', 'created_at'],
    ['ticket_id', 'visibility', 'created_at'],
  ],
})
