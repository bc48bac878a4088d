import type { View } from '@wardline/api'
import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { type Clock, isAuditor, type Keyring, newestMark, newId, Problem, rfc3339 } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type TicketCommentDoc, ticketComments } from '@wardline/registries'
import { findTicket } from './read-ticket.ts'

/** Maximum number of comments on one ticket. */
export const MAX_COMMENTS = 1_000

/**
 * `POST /tickets/{ticket_id}/comments`. Does not change the ticket, so its version, times and ETag tell an auditor
 * nothing.
 * @throws Problem `not_found`, `limit_reached`, `forbidden` for an internal comment by an account that is also an
 * auditor.
 */
export function createTicketComment({
  registry,
  clock,
  keyring,
}: {
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
}): OperationHandler<'createTicketComment'> {
  return async request => {
    const { tenantId, id: author } = tenantPrincipal(request)
    const { body, visibility = 'internal' } = request.body
    if (visibility === 'internal' && isAuditor(request.principal)) {
      throw new Problem('forbidden', { detail: 'An auditor must not read or write internal comments' })
    }
    const ticket = await findTicket(registry, tenantId, request.params.ticket_id)
    const held = await registry.count(ticketComments, tenantId, { ticket_id: ticket.doc.id }, MAX_COMMENTS)
    if (held >= MAX_COMMENTS) throw new Problem('limit_reached')
    const doc: TicketCommentDoc = {
      id: newId('cmt'),
      ticket_id: ticket.doc.id,
      body,
      visibility,
      author,
      created_at: rfc3339(clock.now()),
      ...newestMark(keyring),
    }
    const result = await registry.write(ticketComments, tenantId, doc, { expect: 'absent' })
    if (!result.ok) throw new Error('a new comment id already exists')
    return { status: 201, body: commentBody(doc) }
  }
}

/** A comment as it is listed. */
export function commentBody({ id, ticket_id: _, ...rest }: TicketCommentDoc): View<'TicketComment'> {
  return { comment_id: id, ...rest }
}
