import { type OperationRequest, tenantPrincipal } from '@wardline/http'
import { Problem, type TenantId } from '@wardline/kernel'

/**
 * The tenant of a request: the caller's, or the one that a platform_admin names. @throws Problem `forbidden` if anybody
 * else names one.
 */
export function namedTenant(request: OperationRequest): TenantId {
  const { tenantId, roles } = tenantPrincipal(request)
  const named = request.query.tenant_id as TenantId | undefined
  if (named === undefined || named === tenantId) return tenantId
  if (!roles.includes('platform_admin')) throw new Problem('forbidden')
  return named
}
