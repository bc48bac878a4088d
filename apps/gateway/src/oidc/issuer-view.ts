import type { View } from '@wardline/api'
import { type OperationRequest, tenantPrincipal } from '@wardline/http'
import { Problem, type TenantId } from '@wardline/kernel'
import type { Registry, Stored, WriteResult } from '@wardline/ports'
import { type OidcIssuerDoc, oidcIssuers } from '@wardline/registries'
import { ISSUER_DEFAULTS } from './issuer-settings.ts'
import { redirectUri } from './redirect-uri.ts'
import { isPending, registrationOf } from './registration.ts'

/**
 * A tenant's registered issuers as the API returns them. Old registrations, from before browser sign-in, lack its
 * settings.
 */
export const issuerView =
  (tenant_id: TenantId, publicUrl: string | undefined) =>
  ({ doc, version }: Stored<OidcIssuerDoc>): View<'OidcIssuer'> => {
    const { client_id, client_secret_ref, scopes } = ISSUER_DEFAULTS
    const { id, proof, ...rest } = registrationOf(doc)
    const redirect_uri = publicUrl === undefined ? null : redirectUri(publicUrl)
    return {
      issuer_id: id,
      tenant_id,
      client_id,
      client_secret_ref,
      scopes,
      ...rest,
      control: isPending(doc) ? 'pending' : 'proven',
      proven_by: proof?.by ?? null,
      proven_at: proof?.at ?? null,
      redirect_uri,
      version,
    }
  }

/** @throws Problem `not_found`, the same for another tenant's. */
export async function findIssuer(registry: Registry, request: OperationRequest): Promise<Stored<OidcIssuerDoc>> {
  const stored = await registry.read(oidcIssuers, tenantPrincipal(request).tenantId, request.params.issuer_id ?? '')
  if (!stored) throw new Problem('not_found')
  return stored
}

/** Why a registration was not written: the issuer or the name belongs to a proven one already. */
export const taken = (written: Extract<WriteResult, { readonly ok: false }>): Problem =>
  new Problem(written.conflict === 'unique' && written.key === 'sign_in_name' ? 'name_taken' : 'issuer_taken')
