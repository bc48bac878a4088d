import { hkdfSync } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { TenantId } from './tenant-id.ts'

/** What a derived key is for. One key never serves two purposes. */
export type KeyPurpose =
  | 'ids'
  | 'pseudonyms'
  | 'cursors'
  | 'rejections'
  | 'authority'
  | 'archive'
  | 'evidence'
  | 'internal'
  | 'fingerprints'
  | 'mdm'
  | 'receipts'
  | 'serials'
  | 'webhooks'
  | 'sessions'
  | 'revocations'
  | 'checkpoints'

/** Keys of the platform and its tenants, derived from one master key (HKDF-SHA256, RFC 5869). 32 bytes each. */
export interface Keyring {
  key(tenant: TenantId, purpose: KeyPurpose, epoch?: number): Uint8Array
}

/** @param master at least 32 random bytes, the same on every replica. */
export function createKeyring(master: Uint8Array): Keyring {
  if (master.length < 32) throw new Error('the master key must have at least 32 bytes')
  const cache = new LRUCache<string, Uint8Array>({ max: 10_000 })
  return {
    key(tenant, purpose, epoch = 1) {
      const info = `wardline/${tenant}/${purpose}/${epoch}`
      let key = cache.get(info)
      if (!key) {
        key = new Uint8Array(hkdfSync('sha256', master, 'wardline/v1', info, 32))
        cache.set(info, key)
      }
      return key
    },
  }
}
