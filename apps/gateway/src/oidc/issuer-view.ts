import { type OperationRequest, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { type OidcIssuerDoc, oidcIssuers } from '@wardline/registries'

/** A registered issuer as the API answers it. */
export function issuerView({ doc, version }: Stored<OidcIssuerDoc>): Record<string, unknown> {
  const { id, ...rest } = doc
  return { issuer_id: id, ...rest, version }
}

/** @throws Problem `not_found`, the same for another tenant's. */
export async function findIssuer(registry: Registry, request: OperationRequest): Promise<Stored<OidcIssuerDoc>> {
  const stored = await registry.read(oidcIssuers, tenantPrincipal(request).tenantId, request.params.issuer_id ?? '')
  if (!stored) throw new Problem('not_found')
  return stored
}
