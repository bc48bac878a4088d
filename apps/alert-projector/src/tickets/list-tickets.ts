import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import type { Registry } from '@wardline/ports'
import { tickets } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import { among, only } from '../list-filters.ts'
import { ticketBody } from './read-ticket.ts'

/** `GET /tickets` by creation, newest first by default. */
export function listTickets(ports: {
  readonly registry: Registry
  readonly cursors: Cursors
}): OperationHandler<'listTickets'> {
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const query = request.query
    return listPage(ports, request, tenantId, tickets, {
      where: {
        ...among('status', query.status),
        ...only('alert_id', query.alert_id),
        ...only('assignee', query.assignee),
      },
      order: { by: 'created_at', direction: query.order ?? 'desc' },
      view: ticketBody,
    })
  }
}
