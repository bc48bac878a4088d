import { PLATFORM_TENANT, Problem, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { type OidcIssuerDoc, tenants } from '@wardline/registries'

/** A registration that browsers may sign in with. */
export interface OfferedIssuer extends OidcIssuerDoc {
  readonly sign_in_name: string
  readonly client_id: string
}

/**
 * A registration, if it exists and browsers may sign in with it now.
 * @throws Problem `sign_in_unknown`, the same for no registration, one that is paused or not for browsers, and a
 *   suspended tenant.
 */
export async function requireOffered(
  registry: Registry,
  tenantId: TenantId | undefined,
  stored: Stored<OidcIssuerDoc> | undefined,
): Promise<Stored<OfferedIssuer>> {
  const { sign_in_name, client_id, state } = stored?.doc ?? {}
  if (!stored || !tenantId || !sign_in_name || !client_id || state !== 'active') throw new Problem('sign_in_unknown')
  const tenant = await registry.read(tenants, PLATFORM_TENANT, tenantId)
  if (tenant?.doc.state !== 'active') throw new Problem('sign_in_unknown')
  return { doc: { ...stored.doc, sign_in_name, client_id }, version: stored.version }
}
