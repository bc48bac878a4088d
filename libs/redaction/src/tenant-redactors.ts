import type { Keyring, TenantId } from '@wardline/kernel'
import { LRUCache } from 'lru-cache'
import { createRedactor } from './create-redactor.ts'
import type { Redactor } from './redactor.ts'

export type RedactorOf = (tenant: TenantId) => Redactor

/** Epoch of the pseudonym keys: the only one so far. */
const EPOCH = 1

/**
 * Each tenant's redactor, kept with its bounded cache of pseudonyms while the tenant is active: creating one is
 * expensive.
 */
export function tenantRedactors(keyring: Keyring): RedactorOf {
  const redactors = new LRUCache<TenantId, Redactor>({ max: 500 })
  return tenantId => {
    const known = redactors.get(tenantId)
    if (known) return known
    const made = createRedactor({ tenantId, key: keyring.key(tenantId, 'pseudonyms', EPOCH), epoch: EPOCH })
    redactors.set(tenantId, made)
    return made
  }
}
