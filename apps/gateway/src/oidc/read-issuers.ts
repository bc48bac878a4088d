import { listPage } from '@wardline/host'
import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { oidcIssuers } from '@wardline/registries'
import type { OidcPorts } from './context.ts'
import { findIssuer, issuerView } from './issuer-view.ts'

/** `GET /oidc-issuers`, oldest first. */
export const listIssuers =
  (ports: OidcPorts, cursors: Cursors): OperationHandler =>
  async request =>
    listPage({ ...ports, cursors }, request, tenantPrincipal(request).tenantId, oidcIssuers, {
      order: { by: 'created_at', direction: 'asc' },
      view: issuerView,
    })

/** `GET /oidc-issuers/{issuer_id}`. @throws Problem `not_found`. */
export const readIssuer =
  ({ registry }: OidcPorts): OperationHandler =>
  async request => {
    const stored = await findIssuer(registry, request)
    return { status: 200, body: issuerView(stored), version: stored.version }
  }
