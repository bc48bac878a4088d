import { type OperationHandler, requireIfMatch, tenantPrincipal } from '@wardline/http'
import { invalid, Problem, rfc3339 } from '@wardline/kernel'
import { oidcIssuers } from '@wardline/registries'
import type { OidcPorts } from './context.ts'
import { ISSUER_DEFAULTS, requireUsable } from './issuer-settings.ts'
import { findIssuer, issuerView, taken } from './issuer-view.ts'
import { ownRegistrations, requireOwnOnce } from './own-registrations.ts'
import { asPending, isPending, registrationOf } from './registration.ts'

/**
 * `PATCH /oidc-issuers/{issuer_id}`, JSON Merge Patch; lists are replaced as a whole. The issuer itself cannot be changed:
 * another issuer is another record. Any change ends the sessions that were opened with it.
 * A proven registration stays proven, and a pending one stays pending.
 * @throws Problem `secret_ref_required` for another client without its secret, `name_taken`.
 */
export const updateIssuer =
  ({ registry, clock, egress, publicUrl }: OidcPorts): OperationHandler<'updateOidcIssuer'> =>
  async request => {
    const stored = await findIssuer(registry, request)
    requireIfMatch(request, stored.version)
    const patch = request.body
    const updated_at = rfc3339(clock.now())
    const wanted = { ...ISSUER_DEFAULTS, ...registrationOf(stored.doc), ...patch, updated_at }
    requireUsable(wanted, egress)
    if (wanted.client_id !== stored.doc.client_id && wanted.client_secret_ref && patch.client_secret_ref === undefined)
      throw invalid('/client_secret_ref', 'must be given again for another client', 'secret_ref_required')
    const { tenantId } = tenantPrincipal(request)
    requireOwnOnce(await ownRegistrations(registry, tenantId), wanted)
    const doc = isPending(stored.doc) ? asPending(wanted) : wanted
    const written = await registry.write(oidcIssuers, tenantId, doc, { expect: stored.version })
    if (!written.ok) throw written.conflict === 'unique' ? taken(written) : new Problem('precondition_failed')
    return {
      status: 200,
      body: issuerView(tenantId, publicUrl)({ doc, version: written.version }),
      version: written.version,
    }
  }
