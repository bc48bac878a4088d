import { type OperationHandler, requireIfMatch, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339 } from '@wardline/kernel'
import { type OidcIssuerDoc, oidcIssuers } from '@wardline/registries'
import type { OidcPorts } from './context.ts'
import { type IssuerSettings, requireUsable } from './issuer-settings.ts'
import { findIssuer, issuerView } from './issuer-view.ts'

/** `PATCH /oidc-issuers/{issuer_id}`, JSON Merge Patch; lists come whole. The issuer itself stays: another one is another record. */
export const updateIssuer =
  ({ registry, clock, egress }: OidcPorts): OperationHandler =>
  async request => {
    const stored = await findIssuer(registry, request)
    requireIfMatch(request, stored.version)
    const patch = request.body as Partial<IssuerSettings>
    const doc: OidcIssuerDoc = { ...stored.doc, ...patch, updated_at: rfc3339(clock.now()) }
    requireUsable(doc, egress)
    const { tenantId } = tenantPrincipal(request)
    const written = await registry.write(oidcIssuers, tenantId, doc, { expect: stored.version })
    if (!written.ok) throw new Problem('precondition_failed')
    return { status: 200, body: issuerView({ doc, version: written.version }), version: written.version }
  }
