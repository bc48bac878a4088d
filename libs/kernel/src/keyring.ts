import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type DataKey, derivedDataKeys, type KeyPurpose } from './data-keys.ts'
import type { TenantId } from './tenant-id.ts'

/** Keys of the platform and its tenants, each derived from the data key of its purpose. 32 bytes each. */
export interface Keyring {
  /** @throws Error for an epoch that the purpose does not have. */
  key(tenant: TenantId, purpose: KeyPurpose, epoch?: number): Uint8Array
}

/**
 * A keyring over data keys: HKDF-Expand with SHA-256 (RFC 5869, section 2.3) of the data key, for the tenant, purpose
 * and epoch. One block of output is all that 32 bytes need.
 */
export function keyringOf(dataKeys: readonly DataKey[]): Keyring {
  const roots = new Map(dataKeys.map(({ purpose, epoch, key }) => [`${purpose}/${epoch}`, key]))
  const cache = new LRUCache<string, Uint8Array>({ max: 10_000 })
  return {
    key(tenant, purpose, epoch = 1) {
      const info = `wardline/${tenant}/${purpose}/${epoch}`
      let key = cache.get(info)
      if (!key) {
        const root = roots.get(`${purpose}/${epoch}`)
        if (!root) throw new Error(`there is no data key for ${purpose} in epoch ${epoch}`)
        key = new Uint8Array(createHmac('sha256', root).update(`${info}\u0001`).digest())
        cache.set(info, key)
      }
      return key
    },
  }
}

/**
 * The keyring of a platform that has no wrapped data keys yet: all of them come from the master key.
 * @param master at least 32 random bytes, the same on every replica
 */
export const createKeyring = (master: Uint8Array): Keyring => keyringOf(derivedDataKeys(master))
