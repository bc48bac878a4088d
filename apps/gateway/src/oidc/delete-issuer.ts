import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { oidcIssuers } from '@wardline/registries'
import type { OidcPorts } from './context.ts'
import { namedTenant } from './named-tenant.ts'
import { forgetPending } from './pending-issuers.ts'

/**
 * `DELETE /oidc-issuers/{issuer_id}`: its users are refused at most 2 s later, when the gateway's cache expires. A
 * platform_admin may remove one that blocks its rightful owner; the tenant's audit trail records that as well.
 * @throws Problem `not_found`.
 */
export const deleteIssuer =
  ({ registry }: OidcPorts): OperationHandler<'deleteOidcIssuer'> =>
  async request => {
    const tenant = namedTenant(request)
    const stored = await registry.read(oidcIssuers, tenant, request.params.issuer_id ?? '')
    if (!stored) throw new Problem('not_found')
    if (!(await registry.remove(oidcIssuers, tenant, stored.doc.id, stored.version)))
      throw new Problem('state_conflict')
    await forgetPending(registry, stored.doc)
    return { status: 204, ...(tenant === tenantPrincipal(request).tenantId ? {} : { concerns: tenant }) }
  }
