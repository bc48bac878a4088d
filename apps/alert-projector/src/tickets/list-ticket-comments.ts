import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { isAuditor } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { ticketComments } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import { commentBody } from './create-ticket-comment.ts'
import { findTicket } from './read-ticket.ts'

/**
 * `GET /tickets/{ticket_id}/comments`, oldest first. Auditors get only the comments meant for them, as if there were no
 * others.
 * @throws Problem `not_found`.
 */
export function listTicketComments(ports: {
  readonly registry: Registry
  readonly cursors: Cursors
}): OperationHandler<'listTicketComments'> {
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const ticket = await findTicket(ports.registry, tenantId, request.params.ticket_id)
    const { order = 'asc' } = request.query
    return listPage(ports, request, tenantId, ticketComments, {
      where: { ticket_id: ticket.doc.id, ...(isAuditor(request.principal) ? { visibility: 'auditor' } : {}) },
      order: { by: 'created_at', direction: order },
      view: ({ doc }) => commentBody(doc),
    })
  }
}
