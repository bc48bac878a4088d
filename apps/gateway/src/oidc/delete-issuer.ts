import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { oidcIssuers } from '@wardline/registries'
import type { OidcPorts } from './context.ts'
import { namedTenant } from './named-tenant.ts'

/**
 * `DELETE /oidc-issuers/{issuer_id}`: its users are refused within the gateway's cache, at most 2 s later. A platform_admin may remove one
 * that stands in the way of whose it is; that is on record with the tenant as well. @throws Problem `not_found`.
 */
export const deleteIssuer =
  ({ registry }: OidcPorts): OperationHandler<'deleteOidcIssuer'> =>
  async request => {
    const tenant = namedTenant(request)
    const stored = await registry.read(oidcIssuers, tenant, request.params.issuer_id ?? '')
    if (!stored) throw new Problem('not_found')
    if (!(await registry.remove(oidcIssuers, tenant, stored.doc.id, stored.version)))
      throw new Problem('state_conflict')
    return { status: 204, ...(tenant === tenantPrincipal(request).tenantId ? {} : { concerns: tenant }) }
  }
