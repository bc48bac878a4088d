import type { OperationHandler } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { serviceAccounts } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { accountOf } from './read-service-accounts.ts'

/**
 * `DELETE /service-accounts/{service_account_id}`: its token stops working at most 2 s later, when the gateway's cache
 * expires.
 */
export const deleteServiceAccount =
  (ports: ServicePorts): OperationHandler<'deleteServiceAccount'> =>
  async request => {
    const found = await accountOf(ports, request)
    const removed = await ports.registry.remove(serviceAccounts, found.tenantId, found.doc.id, found.version)
    if (!removed) throw new Problem('state_conflict')
    return { status: 204 }
  }
