import { type Cursors, type OperationHandler, type RequestOf, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { oidcIssuers } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import type { OidcPorts } from './context.ts'
import { findIssuer, issuerView } from './issuer-view.ts'
import { namedTenant } from './named-tenant.ts'

/**
 * `GET /oidc-issuers`, oldest first, or the one with an `issuer` or a `sign_in_name`; a platform_admin finds it in any
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
  ports: OidcPorts,
  request: RequestOf<'listOidcIssuers'>,
  key: 'issuer' | 'sign_in_name',
  value: string,
) {
  const { tenantId, roles } = tenantPrincipal(request)
  const tenant = request.query.tenant_id
  const found = await ports.registry.findByUnique(oidcIssuers, key, value)
  const its = roles.includes('platform_admin') ? tenant === undefined || tenant === found?.tenantId : false
  const visible = found && (its || found.tenantId === tenantId)
  return {
    status: 200,
    body: { items: visible ? [issuerView(found.tenantId, ports.publicUrl)(found)] : [], next_cursor: null },
  }
}

/** `GET /oidc-issuers/{issuer_id}`. @throws Problem `not_found`. */
export const readIssuer =
  ({ registry, publicUrl }: OidcPorts): OperationHandler<'readOidcIssuer'> =>
  async request => {
    const stored = await findIssuer(registry, request)
    const body = issuerView(tenantPrincipal(request).tenantId, publicUrl)(stored)
    return { status: 200, body, version: stored.version }
  }
