import { type RequestOf, tenantPrincipal } from '@wardline/http'
import { Problem, type TenantId, tenantId } from '@wardline/kernel'

/**
 * The tenant of a request: the caller's, or the one that a platform_admin names. @throws Problem `forbidden` if anybody
 * else names one.
 */
export function namedTenant(request: RequestOf<'listOidcIssuers' | 'deleteOidcIssuer'>): TenantId {
  const { tenantId: own, roles } = tenantPrincipal(request)
  const named = request.query.tenant_id
  if (named === undefined || named === own) return own
  if (!roles.includes('platform_admin')) throw new Problem('forbidden')
  return tenantId(named)
}
