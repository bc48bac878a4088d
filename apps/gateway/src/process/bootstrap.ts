import { DEFAULT_TENANT, derivedId, PLATFORM_TENANT, type Role, rfc3339, type TenantId } from '@wardline/kernel'
import { type ServiceAccountDoc, serviceAccounts, tenants } from '@wardline/registries'
import { type ServicePorts, update } from '@wardline/service-kit'
import { hashToken, newServiceToken } from '../authentication/service-token.ts'
import { newTenant } from '../tenants/create-tenant.ts'

/** Where tokens are kept, by file name. A data folder is one. */
export interface TokenFolder {
  read(file: string): string | undefined
  /** False when the file is there already: it stays as it is. */
  create(file: string, text: string): boolean
  remove(file: string): void
}

/**
 * First start: the tenant `default`, its account with the roles admin and operator, and the platform's own; their tokens in
 * `<dir>/admin-token` and `<dir>/platform-token`. Safe to repeat, to interrupt anywhere and to run in many replicas at once, with folders
 * of their own or a shared one: one wins, and a folder never keeps a token that no account has. An account that an operator deleted later
 * is not made again.
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
  // The id is the same for every replica, so that the registry lets one of them make the account.
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

/** A token that an interrupted start or another replica wrote here, or a new one: on disk before it is used. */
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
