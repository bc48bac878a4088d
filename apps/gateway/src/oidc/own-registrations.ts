import { Problem, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { type OidcIssuerDoc, oidcIssuers } from '@wardline/registries'
import { type Registration, registrationOf } from './registration.ts'

/** The most issuers of one tenant. */
export const MAX_ISSUERS = 10

/** All registrations of a tenant, pending ones included. */
export const ownRegistrations = (registry: Registry, tenant: TenantId): Promise<readonly Stored<OidcIssuerDoc>[]> =>
  registry.list(oidcIssuers, tenant, { limit: MAX_ISSUERS })

/**
 * A tenant registers an issuer and uses a name only once. Of other tenants only proven registrations count, and the
 * registry's unique fields see to those.
 * @throws Problem `issuer_taken`, `name_taken`.
 */
export function requireOwnOnce(
  others: readonly Stored<OidcIssuerDoc>[],
  { id, issuer, sign_in_name }: Pick<Registration, 'id' | 'issuer' | 'sign_in_name'>,
): void {
  const registered = others.map(({ doc }) => registrationOf(doc)).filter(other => other.id !== id)
  if (registered.some(other => other.issuer === issuer)) throw new Problem('issuer_taken')
  if (sign_in_name && registered.some(other => other.sign_in_name === sign_in_name)) throw new Problem('name_taken')
}
