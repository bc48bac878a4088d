import { type Clock, Problem, type Role, rfc3339, type ServiceAccountPrincipal, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type ServiceAccountDoc, serviceAccounts } from '@wardline/registries'
import { createReadThrough } from '../read-through.ts'
import type { AccountUses } from './account-uses.ts'
import { hashToken } from './service-token.ts'
import type { TenantStates } from './tenant-states.ts'
import { unauthenticated } from './unauthenticated.ts'

export interface AccountAuthenticator {
  /**
   * The account that a token belongs to.
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
  uses: AccountUses,
): AccountAuthenticator {
  const accounts = createReadThrough<Account | undefined>(async hash => {
    const found = await registry.findByUnique(serviceAccounts, 'token_hash', hash)
    if (found) return accountOf(found.tenantId, found.doc, null)
    const rotated = await registry.findByUnique(serviceAccounts, 'previous_token_hash', hash)
    return rotated && accountOf(rotated.tenantId, rotated.doc, rotated.doc.previous_token_until ?? rfc3339(0))
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
      uses.note(account.tenantId, account.id)
      return { type: 'service_account', id: account.id, tenantId: account.tenantId, roles: account.roles }
    },
    clear: () => accounts.clear(),
  }
}

/** @param until the end of the presented token, if it ends before its account */
function accountOf(tenantId: TenantId, { id, roles, expires_at }: ServiceAccountDoc, until: string | null): Account {
  const ends = [expires_at, until].flatMap(at => (at === null ? [] : [Date.parse(at)]))
  return { id, tenantId, roles, expiresAt: Math.min(Infinity, ...ends) }
}
