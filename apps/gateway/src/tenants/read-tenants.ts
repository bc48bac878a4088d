import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { PLATFORM_TENANT, Problem, type TenantPrincipal } from '@wardline/kernel'
import { tenants } from '@wardline/registries'
import { listPage, type ServicePorts } from '@wardline/service-kit'
import { tenantView } from './tenant-view.ts'

const ofPlatform = (p: TenantPrincipal): boolean => p.roles.includes('platform_admin')

/** `GET /tenants`: all tenants for a platform_admin, the caller's own for an admin. */
export const listTenants =
  (ports: ServicePorts, cursors: Cursors): OperationHandler<'listTenants'> =>
  async request => {
    const principal = tenantPrincipal(request)
    if (ofPlatform(principal)) {
      return listPage({ ...ports, cursors }, request, PLATFORM_TENANT, tenants, {
        where: { state: { in: ['active', 'suspended'] } },
        order: { by: 'created_at', direction: 'asc' },
        view: stored => tenantView(stored.doc),
      })
    }
    const own = await ports.registry.read(tenants, PLATFORM_TENANT, principal.tenantId)
    return { status: 200, body: { items: own ? [tenantView(own.doc)] : [], next_cursor: null } }
  }

/** `GET /tenants/{tenant_id}`. */
export const readTenant =
  ({ registry }: ServicePorts): OperationHandler<'readTenant'> =>
  async request => {
    const principal = tenantPrincipal(request)
    const id = request.params.tenant_id ?? ''
    const stored =
      ofPlatform(principal) || id === principal.tenantId ? await registry.read(tenants, PLATFORM_TENANT, id) : undefined
    if (!stored || stored.doc.id === PLATFORM_TENANT) throw new Problem('not_found')
    return { status: 200, body: tenantView(stored.doc), version: stored.version }
  }
