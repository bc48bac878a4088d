import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { isAuditor, Problem } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { tickets } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import { among, only } from '../list-filters.ts'
import { ticketBody } from './read-ticket.ts'

/**
 * `GET /tickets` by creation, newest first by default.
 * @throws Problem `filter_not_allowed` when an auditor filters by assignee: assignees are redacted, and no filter may
 * reveal them.
 */
export function listTickets(ports: {
  readonly registry: Registry
  readonly cursors: Cursors
}): OperationHandler<'listTickets'> {
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const query = request.query
    if (query.assignee !== undefined && isAuditor(request.principal)) throw new Problem('filter_not_allowed')
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
