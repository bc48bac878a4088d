import { type Cursors, type OperationHandler, type RequestOf, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { oidcIssuers } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import type { OidcPorts } from './context.ts'
import { findIssuer, issuerView } from './issuer-view.ts'
import { namedTenant } from './named-tenant.ts'
import { ownRegistrations } from './own-registrations.ts'
import { findPending } from './pending-issuers.ts'
import { type OwnedIssuer, registrationOf } from './registration.ts'

/**
 * `GET /oidc-issuers`, oldest first, or those with an `issuer` or a `sign_in_name`; a platform_admin finds them in any
 * tenant.
 */
export const listIssuers =
  (ports: OidcPorts, cursors: Cursors): OperationHandler<'listOidcIssuers'> =>
  async request => {
    const { issuer, sign_in_name } = request.query
    const tenant = namedTenant(request)
    if (issuer !== undefined && sign_in_name !== undefined)
      throw new Problem('query_invalid', { detail: 'Give only one of issuer and sign_in_name' })
    if (issuer !== undefined) return oneOf(ports, request, 'issuer', issuer)
    if (sign_in_name !== undefined) return oneOf(ports, request, 'sign_in_name', sign_in_name)
    return listPage({ ...ports, cursors }, request, tenant, oidcIssuers, {
      order: { by: 'created_at', direction: 'asc' },
      view: issuerView(tenant, ports.publicUrl),
    })
  }

async function oneOf(
  { registry, publicUrl }: OidcPorts,
  request: RequestOf<'listOidcIssuers'>,
  key: 'issuer' | 'sign_in_name',
  value: string,
) {
  const { tenantId, roles } = tenantPrincipal(request)
  const named = request.query.tenant_id
  const found = roles.includes('platform_admin')
    ? (await inAnyTenant(registry, key, value)).filter(one => named === undefined || named === one.tenantId)
    : (await ownRegistrations(registry, tenantId))
        .filter(({ doc }) => registrationOf(doc)[key] === value)
        .map(stored => ({ ...stored, tenantId }))
  const items = found.map(one => issuerView(one.tenantId, publicUrl)(one))
  return { status: 200, body: { items, next_cursor: null } }
}

/** The proven registration first, then the pending ones of the issuer. A name is found only once it is proven. */
async function inAnyTenant(
  registry: OidcPorts['registry'],
  key: 'issuer' | 'sign_in_name',
  value: string,
): Promise<readonly OwnedIssuer[]> {
  const proven = await registry.findByUnique(oidcIssuers, key, value)
  return [...(proven ? [proven] : []), ...(key === 'issuer' ? await findPending(registry, value) : [])]
}

/** `GET /oidc-issuers/{issuer_id}`. @throws Problem `not_found`. */
export const readIssuer =
  ({ registry, publicUrl }: OidcPorts): OperationHandler<'readOidcIssuer'> =>
  async request => {
    const stored = await findIssuer(registry, request)
    const body = issuerView(tenantPrincipal(request).tenantId, publicUrl)(stored)
    return { status: 200, body, version: stored.version }
  }
