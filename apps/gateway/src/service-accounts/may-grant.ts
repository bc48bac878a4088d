import { invalid, PLATFORM_TENANT, Problem, type Role, type TenantId, type TenantPrincipal } from '@wardline/kernel'

const BY_ADMIN: readonly Role[] = ['admin', 'operator', 'analyst', 'auditor', 'collector']
const FIRST_ACCOUNT: readonly Role[] = ['admin', 'operator']

/** Where a new account belongs, and whether it is the tenant's first. */
export interface Grant {
  readonly tenantId: TenantId
  readonly first: boolean
}

/**
 * Who may grant what (docs/architecture.md#roles-and-accounts): an admin may grant the roles of its own tenant; a
 * platform_admin may grant its own role, and create a tenant's first account. `agent` is never granted.
 * @throws Problem 403 `forbidden`.
 */
export function mayGrant(principal: TenantPrincipal, roles: readonly Role[], tenant: TenantId | undefined): Grant {
  const all = (allowed: readonly Role[]): boolean => roles.every(r => allowed.includes(r))
  if (principal.roles.includes('platform_admin')) {
    if (tenant === undefined) {
      if (all(['platform_admin'])) return { tenantId: PLATFORM_TENANT, first: false }
      if (all(FIRST_ACCOUNT)) throw invalid('/tenant_id', "is required for a tenant's first account")
    } else if (all(FIRST_ACCOUNT)) return { tenantId: tenant, first: true }
  } else if (tenant === undefined && all(BY_ADMIN)) return { tenantId: principal.tenantId, first: false }
  throw new Problem('forbidden', { detail: 'These roles cannot be granted by this account.' })
}
