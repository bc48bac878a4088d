import { DEFAULT_TENANT, derivedId, PLATFORM_TENANT, type Role, rfc3339, type TenantId } from '@wardline/kernel'
import { type ServiceAccountDoc, serviceAccounts, tenants } from '@wardline/registries'
import { type ServicePorts, update } from '@wardline/service-kit'
import { hashToken, newServiceToken } from '../authentication/service-token.ts'
import { newTenant } from '../tenants/create-tenant.ts'

/** Where tokens are kept, by file name, such as a data folder. */
export interface TokenFolder {
  read(file: string): string | undefined
  /** False if the file already exists. It is not changed. */
  create(file: string, text: string): boolean
  remove(file: string): void
}

/**
 * First start: creates the tenant `default`, its account with the roles admin and operator, and the platform's own account.
 * Their tokens are in `<dir>/admin-token` and `<dir>/platform-token`. It can safely be repeated, interrupted anywhere and
 * run in many replicas at once, with their own folders or a shared one: one replica wins, and no folder keeps a token
 * without an account. An account that an operator deletes later is not created again.
 */
export async function bootstrap(ports: ServicePorts, dir: TokenFolder): Promise<void> {
  await firstAccount(ports, dir, 'platform-token', PLATFORM_TENANT, 'platform', ['platform_admin'])
  await firstAccount(ports, dir, 'admin-token', DEFAULT_TENANT, 'default', ['admin', 'operator'])
  await forgetUnknown(ports, dir, 'platform-token')
  await forgetUnknown(ports, dir, 'admin-token')
}

async function firstAccount(
  ports: ServicePorts,
  dir: TokenFolder,
  file: string,
  tenant: TenantId,
  name: string,
  roles: readonly Role[],
): Promise<void> {
  const { registry, clock, keyring } = ports
  const at = rfc3339(clock.now())
  const { stored: made } = await update(registry, tenants, PLATFORM_TENANT, tenant, current =>
    current
      ? undefined
      : { doc: newTenant(tenant, name, clock.now(), tenant === PLATFORM_TENANT ? 'platform' : 'active') },
  )
  if (!made || made.doc.first_account_at !== null) return
  // Every replica uses the same id, so that the registry lets only one of them create the account.
  const id = derivedId('sva', keyring.key(tenant, 'ids'), 'bootstrap', name)
  const account: ServiceAccountDoc = {
    id,
    account_id: id,
    name: `bootstrap ${name}`,
    roles,
    token_hash: hashToken(durableToken(dir, file)),
    created_at: at,
    created_by: 'bootstrap',
    expires_at: null,
  }
  await registry.write(serviceAccounts, tenant, account, { expect: 'absent' })
  await update(registry, tenants, PLATFORM_TENANT, tenant, current =>
    current && current.doc.first_account_at === null ? { doc: { ...current.doc, first_account_at: at } } : undefined,
  )
}

/** The token that an interrupted start or another replica wrote here, or a new one. It is on disk before it is used. */
function durableToken(dir: TokenFolder, file: string): string {
  const written = dir.read(file)?.trim()
  if (written) return written
  const { token } = newServiceToken()
  if (dir.create(file, `${token}\n`)) return token
  return durableToken(dir, file)
}

/** Removes a token that lost against another replica's, here or at an earlier, interrupted start. */
async function forgetUnknown({ registry }: ServicePorts, dir: TokenFolder, file: string): Promise<void> {
  const token = dir.read(file)?.trim()
  if (token && !(await registry.findByUnique(serviceAccounts, 'token_hash', hashToken(token)))) dir.remove(file)
}
