import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { newId, Problem, rfc3339 } from '@wardline/kernel'
import { oidcIssuers } from '@wardline/registries'
import type { OidcPorts } from './context.ts'
import { ISSUER_DEFAULTS, type IssuerSettings, requireUsable } from './issuer-settings.ts'
import { issuerView } from './issuer-view.ts'
import { MAX_ISSUERS, ownRegistrations, requireOwnOnce } from './own-registrations.ts'
import { notePending } from './pending-issuers.ts'
import { asPending } from './registration.ts'

/**
 * `POST /oidc-issuers`. The registration is pending: it lets nobody in and is in nobody's way until it is proven. It is
 * not said whether another tenant has the issuer or the name; who proves it is told.
 * @throws Problem `validation_failed`, `limit_reached`; `issuer_taken` and `name_taken` if this tenant has them already.
 */
export const createIssuer =
  ({ registry, clock, egress, publicUrl }: OidcPorts): OperationHandler<'createOidcIssuer'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const settings: IssuerSettings = { ...ISSUER_DEFAULTS, ...request.body }
    requireUsable(settings, egress)
    const own = await ownRegistrations(registry, tenantId)
    if (own.length >= MAX_ISSUERS) throw new Problem('limit_reached')
    const id = newId('iss')
    requireOwnOnce(own, { id, ...settings })
    const at = rfc3339(clock.now())
    const doc = asPending({ id, ...settings, created_at: at, updated_at: at })
    // First, so that every pending registration can be found. An entry without a registration is passed over.
    await notePending(registry, tenantId, settings.issuer, id)
    const written = await registry.write(oidcIssuers, tenantId, doc, { expect: 'absent' })
    if (!written.ok) throw new Error('a fresh issuer id was taken')
    return {
      status: 201,
      body: issuerView(tenantId, publicUrl)({ doc, version: written.version }),
      version: written.version,
    }
  }
