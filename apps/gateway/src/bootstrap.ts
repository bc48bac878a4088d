import type { ServicePorts } from '@wardline/host'
import { DEFAULT_TENANT, newId, PLATFORM_TENANT, type Role, rfc3339, type TenantId } from '@wardline/kernel'
import { update } from '@wardline/ports'
import { serviceAccounts, tenants } from '@wardline/registries'
import { hashToken } from './authentication/service-token.ts'
import { newTenant } from './tenants/create-tenant.ts'

/** Gives the token of a bootstrap account: the one written at an earlier, interrupted start, or a new one, durable before it is used. */
export type BootstrapToken = (name: 'admin-token' | 'platform-token') => string

/**
 * First start: the tenant `default`, its account with the roles admin and operator, and the platform's own. Safe to repeat and to
 * interrupt anywhere; an account that an operator deleted later is not made again.
 */
export async function bootstrap(ports: ServicePorts, token: BootstrapToken): Promise<void> {
  await bootstrapTenant(ports, PLATFORM_TENANT, 'platform', ['platform_admin'], () => token('platform-token'))
  await bootstrapTenant(ports, DEFAULT_TENANT, 'default', ['admin', 'operator'], () => token('admin-token'))
}

async function bootstrapTenant(
  ports: ServicePorts,
  tenant: TenantId,
  name: string,
  roles: readonly Role[],
  token: () => string,
): Promise<void> {
  const { registry, clock } = ports
  const at = rfc3339(clock.now())
  const made = await update(registry, tenants, PLATFORM_TENANT, tenant, current =>
    current
      ? undefined
      : { doc: newTenant(tenant, name, clock.now(), tenant === PLATFORM_TENANT ? 'platform' : 'active') },
  )
  if (!made || made.doc.first_account_at !== null) return
  const hash = hashToken(token())
  if (!(await registry.findByUnique(serviceAccounts, 'token_hash', hash))) {
    const id = newId('sva')
    const account = {
      id,
      account_id: id,
      name: `bootstrap ${name}`,
      roles,
      token_hash: hash,
      created_at: at,
      created_by: 'bootstrap',
      expires_at: null,
    }
    await registry.write(serviceAccounts, tenant, account, { expect: 'absent' })
  }
  await update(registry, tenants, PLATFORM_TENANT, tenant, current =>
    current && current.doc.first_account_at === null ? { doc: { ...current.doc, first_account_at: at } } : undefined,
  )
}
