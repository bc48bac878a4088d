import { derivedId, type Keyring, type Role, type TenantId, type UserPrincipal } from '@wardline/kernel'
import type { JWTPayload } from 'jose'
import type { Registration } from './registration.ts'

const MAX_GROUPS = 1_000

/**
 * The person in a provider's claims, as a user of the tenant that registered the provider. Without name or address:
 * only our own id, always the same for the same person.
 */
export const userOf = (
  claims: JWTPayload,
  issuer: Registration,
  tenantId: TenantId,
  keyring: Keyring,
): UserPrincipal => ({
  type: 'user',
  id: derivedId('usr', keyring.key(tenantId, 'ids'), 'oidc', issuer.issuer, String(claims.sub)),
  tenantId,
  roles: rolesOf(claims, issuer),
})

/**
 * Roles come only from the explicit map. A user in no known group has no role, and the table of operations refuses it.
 */
function rolesOf(claims: JWTPayload, { groups_claim, group_roles }: Registration): Role[] {
  const claim = Object.hasOwn(claims, groups_claim) ? claims[groups_claim] : undefined
  const groups = new Set((Array.isArray(claim) ? claim : [claim]).slice(0, MAX_GROUPS))
  return [...new Set(group_roles.flatMap(({ group, roles }) => (groups.has(group) ? roles : [])))]
}
