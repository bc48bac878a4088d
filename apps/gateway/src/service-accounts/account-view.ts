import type { View } from '@wardline/api'
import type { TenantId } from '@wardline/kernel'
import type { ServiceAccountDoc } from '@wardline/registries'

/** A service account as the API returns it. The token is shown once, by the operation that creates it. */
export const accountView = (
  tenant: TenantId,
  a: ServiceAccountDoc,
  lastUsedAt: string | null,
): View<'ServiceAccount'> => ({
  service_account_id: a.id,
  tenant_id: tenant,
  name: a.name,
  roles: a.roles,
  created_at: a.created_at,
  created_by: a.created_by,
  expires_at: a.expires_at,
  last_used_at: lastUsedAt,
  previous_token_until: a.previous_token_until ?? null,
})
