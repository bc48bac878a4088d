import type { Keyring, TenantId } from '@wardline/kernel'
import { createRedactor, type Redactor } from '@wardline/redaction'
import { LRUCache } from 'lru-cache'
import type { RedactorFor } from './auditor-exit.ts'

/** Each tenant's redactor, kept with its bounded cache of pseudonyms while the tenant is busy. */
export function tenantRedactors(keyring: Keyring): RedactorFor {
  const redactors = new LRUCache<TenantId, Redactor>({ max: 500 })
  return tenantId => {
    const known = redactors.get(tenantId)
    if (known) return known
    const made = createRedactor({ tenantId, key: keyring.key(tenantId, 'pseudonyms'), epoch: 1 })
    redactors.set(tenantId, made)
    return made
  }
}
