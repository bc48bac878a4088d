import type { View } from '@wardline/api'
import type { TenantDoc } from '@wardline/registries'

/** A tenant as the API returns it. @throws Error for the platform's own record, which no operation shows. */
export function tenantView(t: TenantDoc): View<'Tenant'> {
  if (t.state === 'platform') throw new Error('the record of the platform itself is not shown')
  return {
    tenant_id: t.id,
    name: t.name,
    state: t.state,
    auto_tickets: t.auto_tickets,
    created_at: t.created_at,
  }
}
