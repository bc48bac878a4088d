import { PLATFORM_TENANT, Problem, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { type OidcIssuerDoc, type SignInDoc, tenants } from '@wardline/registries'
import { isPending, type Registration, registrationOf } from '../oidc/registration.ts'

/** A registration that browsers may sign in with. */
export interface OfferedIssuer extends Registration {
  readonly sign_in_name: string
  readonly client_id: string
}

/**
 * A registration, if it exists and browsers may be sent to it now: for a session only once it is proven, and before only
 * for its proof.
 * @throws Problem `sign_in_unknown`, the same for no registration, one that is paused, not proven or not for browsers,
 *   and a suspended tenant.
 */
export async function requireOffered(
  registry: Registry,
  tenantId: TenantId | undefined,
  stored: Stored<OidcIssuerDoc> | undefined,
  purpose?: SignInDoc['purpose'],
): Promise<Stored<OfferedIssuer>> {
  if (!stored || !tenantId || isPending(stored.doc) !== (purpose === 'proof')) throw new Problem('sign_in_unknown')
  const registration = registrationOf(stored.doc)
  const { sign_in_name, client_id, state } = registration
  if (!sign_in_name || !client_id || state !== 'active') throw new Problem('sign_in_unknown')
  const tenant = await registry.read(tenants, PLATFORM_TENANT, tenantId)
  if (tenant?.doc.state !== 'active') throw new Problem('sign_in_unknown')
  return { doc: { ...registration, sign_in_name, client_id }, version: stored.version }
}
