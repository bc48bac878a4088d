import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { oidcIssuers } from '@wardline/registries'
import type { OidcPorts } from './context.ts'
import { findIssuer } from './issuer-view.ts'

/** `DELETE /oidc-issuers/{issuer_id}`: its users are refused within the gateway's cache, at most 2 s later. */
export const deleteIssuer =
  ({ registry }: OidcPorts): OperationHandler =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { doc, version } = await findIssuer(registry, request)
    if (!(await registry.remove(oidcIssuers, tenantId, doc.id, version))) throw new Problem('state_conflict')
    return { status: 204 }
  }
