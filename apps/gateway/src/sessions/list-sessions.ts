import type { View } from '@wardline/api'
import { type Cursors, type OperationHandler, type OperationRequest, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339, type TenantPrincipal } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import { type SessionDoc, sessions } from '@wardline/registries'
import { listPage, type ServicePorts } from '@wardline/service-kit'

/** Whether a caller may see and end other sessions of its tenant. */
export const mayManage = ({ roles }: TenantPrincipal): boolean =>
  roles.includes('admin') || roles.includes('platform_admin')

/**
 * `GET /sessions`: the caller's own, or, for an admin, those of everybody in the tenant or of the principal in
 * `principal_id`. The most recently used one comes first. @throws Problem `forbidden` if anybody else requests another's.
 */
export const listSessions =
  (ports: ServicePorts, cursors: Cursors): OperationHandler<'listSessions'> =>
  async request => {
    const principal = tenantPrincipal(request)
    const asked = request.query.principal_id
    if (asked !== undefined && asked !== principal.id && !mayManage(principal)) throw new Problem('forbidden')
    const whose = mayManage(principal) ? asked : principal.id
    return listPage({ ...ports, cursors }, request, principal.tenantId, sessions, {
      where: { ...(whose === undefined ? {} : { principal_id: whose }), idle_until: { gte: ports.clock.now() } },
      order: { by: 'idle_until', direction: 'desc' },
      view: viewFor(request),
    })
  }

const viewFor =
  (request: OperationRequest) =>
  ({ doc }: Stored<SessionDoc>): View<'OpenSession'> => ({
    session_id: doc.id,
    principal: { type: doc.principal.type, id: doc.principal.id },
    created_at: doc.created_at,
    idle_expires_at: rfc3339(doc.idle_until),
    expires_at: rfc3339(doc.expires_at),
    current: doc.id === request.sessionId,
  })
