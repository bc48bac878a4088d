import type { OperationHandler } from '@wardline/http'
import { newId, PLATFORM_TENANT, rfc3339 } from '@wardline/kernel'
import { type TenantDoc, tenants } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { tenantView } from './tenant-view.ts'

/** A tenant without accounts: the platform_admin creates its first one, its own admins create the others. */
export const newTenant = (id: string, name: string, now: number, state: TenantDoc['state'] = 'active'): TenantDoc => ({
  id,
  name,
  state,
  created_at: rfc3339(now),
  auto_tickets: true,
  first_account_at: null,
})

/** `POST /tenants`. */
export const createTenant =
  ({ registry, clock }: ServicePorts): OperationHandler<'createTenant'> =>
  async request => {
    const { name } = request.body
    const doc = newTenant(newId('ten'), name, clock.now())
    const written = await registry.write(tenants, PLATFORM_TENANT, doc, { expect: 'absent' })
    if (!written.ok) throw new Error('a fresh tenant id was taken')
    return {
      status: 201,
      body: tenantView(doc),
      version: written.version,
      headers: { Location: `/api/v1/tenants/${doc.id}` },
    }
  }
