import { type Clock, Problem, type Role, type ServiceAccountPrincipal, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { serviceAccounts } from '@wardline/registries'
import { createReadThrough } from './read-through.ts'
import { hashToken } from './service-token.ts'
import type { TenantStates } from './tenant-states.ts'
import { unauthenticated } from './unauthenticated.ts'

export interface AccountAuthenticator {
  /**
   * The account whose token this is.
   * @throws Problem 401 `unauthenticated` for an unknown, deleted or expired one; 403 for a suspended tenant; 503 when the store cannot be
   * read.
   */
  authenticate(token: string): Promise<ServiceAccountPrincipal>
  clear(): void
}

interface Account {
  readonly id: string
  readonly tenantId: TenantId
  readonly roles: readonly Role[]
  readonly expiresAt: number
}

export function createAccountAuthenticator(
  registry: Registry,
  clock: Clock,
  tenantStates: TenantStates,
): AccountAuthenticator {
  const accounts = createReadThrough<Account | undefined>(async hash => {
    const found = await registry.findByUnique(serviceAccounts, 'token_hash', hash)
    if (!found) return undefined
    const { id, roles, expires_at } = found.doc
    return { id, tenantId: found.tenantId, roles, expiresAt: expires_at === null ? Infinity : Date.parse(expires_at) }
  }, 10_000)
  const read = async (hash: string) => {
    try {
      const account = await accounts.get(hash)
      return { account, state: account && (await tenantStates.of(account.tenantId)) }
    } catch (cause) {
      throw new Problem('unavailable', { cause })
    }
  }
  return {
    async authenticate(token) {
      const { account, state } = await read(hashToken(token))
      if (!account || clock.now() >= account.expiresAt) throw unauthenticated()
      if (state !== 'active') throw new Problem('forbidden', { detail: 'The tenant is suspended' })
      return { type: 'service_account', id: account.id, tenantId: account.tenantId, roles: account.roles }
    },
    clear: () => accounts.clear(),
  }
}
