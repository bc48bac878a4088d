import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from './clock.ts'
import { type DataKey, derivedDataKeys, type KeyPurpose } from './data-keys.ts'
import { Problem } from './problem.ts'
import type { TenantId } from './tenant-id.ts'

/** Keys of the platform and its tenants, each derived from the data key of its purpose. 32 bytes each. */
export interface Keyring {
  /**
   * @param epoch the first one by default
   * @throws Problem `unavailable` for an epoch that the purpose does not have: another process may know it already
   */
  key(tenant: TenantId, purpose: KeyPurpose, epoch?: number): Uint8Array
  /** All epochs of a purpose, oldest first, also one that is not in use yet. */
  epochs(purpose: KeyPurpose): readonly number[]
  /** The epoch that new things are made with. */
  newest(purpose: KeyPurpose): number
}

/** A keyring whose data keys may become more while the process runs. */
export interface LiveKeyring extends Keyring {
  /** Replaces the data keys. Those that were there must be among them. */
  use(dataKeys: readonly DataKey[]): void
}

export interface KeyringOptions {
  readonly clock?: Clock
  /** Called when an epoch is asked for that is not there. */
  readonly onMissing?: (purpose: KeyPurpose, epoch: number) => void
}

type ByPurpose = ReadonlyMap<KeyPurpose, readonly DataKey[]>

/**
 * A keyring over data keys: HKDF-Expand with SHA-256 (RFC 5869, section 2.3) of the data key, for the tenant, purpose
 * and epoch. One block of output is all that 32 bytes need.
 */
export function keyringOf(dataKeys: readonly DataKey[], options: KeyringOptions = {}): LiveKeyring {
  const { clock = systemClock, onMissing } = options
  let known = byPurpose(dataKeys)
  const cache = new LRUCache<string, Uint8Array>({ max: 10_000 })
  return {
    key(tenant, purpose, epoch = 1) {
      const info = `wardline/${tenant}/${purpose}/${epoch}`
      let key = cache.get(info)
      if (!key) {
        const root = known.get(purpose)?.find(dataKey => dataKey.epoch === epoch)
        if (!root) {
          onMissing?.(purpose, epoch)
          throw new Problem('unavailable', { detail: `there is no data key for ${purpose} in epoch ${epoch} here` })
        }
        key = new Uint8Array(createHmac('sha256', root.key).update(`${info}\u0001`).digest())
        cache.set(info, key)
      }
      return key
    },
    epochs: purpose => (known.get(purpose) ?? []).map(({ epoch }) => epoch),
    newest(purpose) {
      const keys = known.get(purpose) ?? []
      const now = clock.now()
      return (keys.findLast(({ from }) => from === undefined || from <= now) ?? keys[0])?.epoch ?? 1
    },
    use(next) {
      known = byPurpose(next)
    },
  }
}

/** The data keys of each purpose, oldest first. */
const byPurpose = (dataKeys: readonly DataKey[]): ByPurpose =>
  Map.groupBy(
    dataKeys.toSorted((a, b) => a.epoch - b.epoch),
    ({ purpose }) => purpose,
  )

/**
 * The keyring of a platform that has no wrapped data keys yet: all of them come from the master key.
 * @param master at least 32 random bytes, the same on every replica
 */
export const createKeyring = (master: Uint8Array): Keyring => keyringOf(derivedDataKeys(master))
