import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { newId, Problem, rfc3339 } from '@wardline/kernel'
import { type OidcIssuerDoc, oidcIssuers } from '@wardline/registries'
import type { OidcPorts } from './context.ts'
import { ISSUER_DEFAULTS, type IssuerSettings, requireUsable } from './issuer-settings.ts'
import { issuerView, taken } from './issuer-view.ts'

/** The most issuers of one tenant. */
export const MAX_ISSUERS = 10

/** `POST /oidc-issuers`. @throws Problem `validation_failed`, `issuer_taken` and `name_taken` (by any tenant), `limit_reached`. */
export const createIssuer =
  ({ registry, clock, egress, publicUrl }: OidcPorts): OperationHandler<'createOidcIssuer'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const settings: IssuerSettings = { ...ISSUER_DEFAULTS, ...request.body }
    requireUsable(settings, egress)
    if ((await registry.count(oidcIssuers, tenantId, {}, MAX_ISSUERS)) >= MAX_ISSUERS)
      throw new Problem('limit_reached')
    const at = rfc3339(clock.now())
    const doc: OidcIssuerDoc = { id: newId('iss'), ...settings, created_at: at, updated_at: at }
    const written = await registry.write(oidcIssuers, tenantId, doc, { expect: 'absent' })
    if (!written.ok) throw taken(written)
    return {
      status: 201,
      body: issuerView(tenantId, publicUrl)({ doc, version: written.version }),
      version: written.version,
    }
  }
