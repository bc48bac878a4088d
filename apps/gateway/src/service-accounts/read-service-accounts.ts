import { type Cursors, type OperationHandler, type OperationRequest, tenantPrincipal } from '@wardline/http'
import { Problem, type TenantId, tenantId } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import { type ServiceAccountDoc, serviceAccounts } from '@wardline/registries'
import { listPage, type ServicePorts } from '@wardline/service-kit'
import { lastUseOf } from '../authentication/account-uses.ts'
import { accountView } from './account-view.ts'

type Found = Stored<ServiceAccountDoc> & { readonly tenantId: TenantId }

/** The account in the path, if the caller may see it: a platform_admin sees any, an admin those of its own tenant. */
export async function accountOf({ registry }: ServicePorts, request: OperationRequest): Promise<Found> {
  const principal = tenantPrincipal(request)
  const found = await registry.findByUnique(serviceAccounts, 'account_id', request.params.service_account_id ?? '')
  if (!found || (found.tenantId !== principal.tenantId && !principal.roles.includes('platform_admin')))
    throw new Problem('not_found')
  return found
}

/** `GET /service-accounts`: those of the caller's tenant. A platform_admin may name another one with `tenant_id`. */
export const listServiceAccounts =
  (ports: ServicePorts, cursors: Cursors): OperationHandler<'listServiceAccounts'> =>
  async request => {
    const principal = tenantPrincipal(request)
    const asked = request.query.tenant_id
    if (asked !== undefined && asked !== principal.tenantId && !principal.roles.includes('platform_admin'))
      throw new Problem('forbidden')
    const tenant = asked === undefined ? principal.tenantId : tenantId(asked)
    const page = await listPage({ ...ports, cursors }, request, tenant, serviceAccounts, {
      order: { by: 'created_at', direction: 'asc' },
      view: async ({ doc }) => accountView(tenant, doc, await lastUseOf(ports.registry, tenant, doc.id)),
    })
    return { ...page, body: { ...page.body, items: await Promise.all(page.body.items) } }
  }

/** `GET /service-accounts/{service_account_id}`. */
export const readServiceAccount =
  (ports: ServicePorts): OperationHandler<'readServiceAccount'> =>
  async request => {
    const { tenantId, doc, version } = await accountOf(ports, request)
    const body = accountView(tenantId, doc, await lastUseOf(ports.registry, tenantId, doc.id))
    return { status: 200, body, version }
  }
