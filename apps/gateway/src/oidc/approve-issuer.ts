import type { OperationHandler } from '@wardline/http'
import { Problem, tenantId } from '@wardline/kernel'
import { oidcIssuers } from '@wardline/registries'
import type { OidcPorts } from './context.ts'
import { issuerView } from './issuer-view.ts'
import { becomeProven } from './prove-issuer.ts'
import { requirePending } from './registration.ts'

/**
 * `POST /oidc-issuers/{issuer_id}/approval`: a platform_admin says that an issuer is a tenant's own, for a provider with
 * which nobody can prove it. Recorded in that tenant's audit trail as well.
 * @throws Problem `not_found`, `state_conflict` if it is proven already, `issuer_taken`, `name_taken`.
 */
export const approveIssuer =
  (ports: OidcPorts): OperationHandler<'approveOidcIssuer'> =>
  async request => {
    const tenant = tenantId(request.query.tenant_id)
    const stored = await ports.registry.read(oidcIssuers, tenant, request.params.issuer_id)
    if (!stored) throw new Problem('not_found')
    requirePending(stored.doc)
    const proven = await becomeProven(ports, tenant, stored, 'approval')
    return {
      status: 200,
      body: issuerView(tenant, ports.publicUrl)(proven),
      version: proven.version,
      concerns: tenant,
    }
  }
