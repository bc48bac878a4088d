import type { Keyring, TenantId } from '@wardline/kernel'
import { LRUCache } from 'lru-cache'
import { createRedactor } from './create-redactor.ts'
import type { Redactor } from './redactor.ts'

/**
 * A tenant's redactor of an epoch of its pseudonyms; without an epoch of the newest one, which new things are made with.
 * @throws Problem `unavailable` for an epoch that is not known here
 */
export type RedactorOf = (tenant: TenantId, epoch?: number) => Redactor

/** Redactors that are kept, of all tenants and epochs together. */
const KEPT = 500

/**
 * Each tenant's redactors, kept with their bounded caches of pseudonyms while they are used: creating one is expensive.
 */
export function tenantRedactors(keyring: Keyring): RedactorOf {
  const redactors = new LRUCache<string, Redactor>({ max: KEPT })
  const redactorOf: RedactorOf = (tenantId, epoch = keyring.newest('pseudonyms')) => {
    const name = `${tenantId}/${epoch}`
    const known = redactors.get(name)
    if (known) return known
    const key = keyring.key(tenantId, 'pseudonyms', epoch)
    const made = createRedactor({ tenantId, key, epoch, ofEpoch: other => redactorOf(tenantId, other).pseudonym })
    redactors.set(name, made)
    return made
  }
  return redactorOf
}
