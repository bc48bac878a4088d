import type { Clock, TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { ALERT_CONSUMER_KEYS, alertConsumerKeys, MAX_ALERT_CONSUMER_KEYS } from '@wardline/registries'
import { importJWK } from 'jose'
import { LRUCache } from 'lru-cache'

/** How old the keys may be that an alert is encrypted for, in milliseconds. */
export const KEYS_FRESH_MS = 2_000
/** Tenants whose keys are kept. */
const TENANTS = 1_000

/** A public key, ready for use. */
export interface Recipient {
  /** RFC 7638 thumbprint. */
  readonly kid: string
  readonly key: CryptoKey
}

/**
 * The keys that a tenant's alerts are encrypted for, at most {@link KEYS_FRESH_MS} old.
 * @throws what the registry throws: without knowing the keys no alert is made
 */
export interface ConsumerKeys {
  of(tenant: TenantId): Promise<readonly Recipient[]>
}

export function createConsumerKeys({
  registry,
  clock,
}: {
  readonly registry: Registry
  readonly clock: Clock
}): ConsumerKeys {
  const known = new LRUCache<TenantId, { readonly at: number; readonly recipients: Promise<readonly Recipient[]> }>({
    max: TENANTS,
  })

  async function read(tenant: TenantId): Promise<readonly Recipient[]> {
    const stored = await registry.read(alertConsumerKeys, tenant, ALERT_CONSUMER_KEYS)
    const keys = stored?.doc.keys.slice(0, MAX_ALERT_CONSUMER_KEYS) ?? []
    return Promise.all(
      keys.map(async ({ kid, jwk }) => ({ kid, key: (await importJWK(jwk, 'ECDH-ES+A256KW')) as CryptoKey })),
    )
  }

  return {
    of(tenant) {
      const now = clock.now()
      const found = known.get(tenant)
      if (found && now - found.at < KEYS_FRESH_MS && now >= found.at) return found.recipients
      const entry = { at: now, recipients: read(tenant) }
      known.set(tenant, entry)
      entry.recipients.catch(() => {
        if (known.peek(tenant) === entry) known.delete(tenant)
      })
      return entry.recipients
    },
  }
}
