import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { sessions } from '@wardline/registries'
import { removeStored, type ServicePorts } from '@wardline/service-kit'
import { mayManage } from './list-sessions.ts'

/**
 * `DELETE /sessions/{session_id}`: the caller's own, or, for an admin, any session of the tenant. It ends everywhere at
 * most 2 s later, when the gateways' caches expire. @throws Problem `not_found`, also for a session of somebody else.
 */
export const endSession =
  (ports: ServicePorts): OperationHandler<'endSession'> =>
  async request => {
    const principal = tenantPrincipal(request)
    const id = request.params.session_id ?? ''
    const stored = await ports.registry.read(sessions, principal.tenantId, id)
    if (!stored || !(mayManage(principal) || stored.doc.principal.id === principal.id)) throw new Problem('not_found')
    await removeStored(ports.registry, sessions, principal.tenantId, id)
    return { status: 204 }
  }
