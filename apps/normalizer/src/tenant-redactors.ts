import type { Keyring, TenantId } from '@wardline/kernel'
import { createRedactor, type Redactor } from '@wardline/redaction'
import { LRUCache } from 'lru-cache'

/** The redactor of a tenant; making one is dear, so the last thousand are kept. */
export type RedactorOf = (tenant: TenantId) => Redactor

/** Pseudonyms are of the first key epoch: there is no other yet. */
const EPOCH = 1

export function createTenantRedactors(keyring: Keyring): RedactorOf {
  const cache = new LRUCache<TenantId, Redactor>({ max: 1_000 })
  return tenantId => {
    let redactor = cache.get(tenantId)
    if (!redactor) {
      redactor = createRedactor({ tenantId, key: keyring.key(tenantId, 'pseudonyms', EPOCH), epoch: EPOCH })
      cache.set(tenantId, redactor)
    }
    return redactor
  }
}
