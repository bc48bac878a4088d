import { type OperationHandler, requireIfMatch } from '@wardline/http'
import { PLATFORM_TENANT, Problem } from '@wardline/kernel'
import { type TenantDoc, tenants } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { tenantView } from './tenant-view.ts'

/** `PATCH /tenants/{tenant_id}`: rename, suspend or resume, or change whether alerts open tickets. No member can be removed, so null is refused by the schema. */
export const updateTenant =
  ({ registry }: ServicePorts): OperationHandler<'updateTenant'> =>
  async request => {
    const stored = await registry.read(tenants, PLATFORM_TENANT, request.params.tenant_id ?? '')
    if (!stored || stored.doc.id === PLATFORM_TENANT) throw new Problem('not_found')
    requireIfMatch(request, stored.version)
    const doc: TenantDoc = { ...stored.doc, ...request.body }
    const written = await registry.write(tenants, PLATFORM_TENANT, doc, { expect: stored.version })
    if (!written.ok) throw new Problem('precondition_failed')
    return { status: 200, body: tenantView(doc), version: written.version }
  }
