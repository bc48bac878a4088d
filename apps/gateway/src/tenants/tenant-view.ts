import type { TenantDoc } from '@wardline/registries'

/** A tenant as the API returns it. */
export const tenantView = (t: TenantDoc): Record<string, unknown> => ({
  tenant_id: t.id,
  name: t.name,
  state: t.state,
  auto_tickets: t.auto_tickets,
  created_at: t.created_at,
})
