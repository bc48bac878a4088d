import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { rfc3339 } from './clock.ts'
import { seal, unseal } from './sealed-box.ts'

/** What a key is for. One key never serves two purposes. */
export const KEY_PURPOSES = [
  'ids',
  'pseudonyms',
  'cursors',
  'rejections',
  'authority',
  'archive',
  'evidence',
  'internal',
  'fingerprints',
  'mdm',
  'receipts',
  'serials',
  'webhooks',
  'sessions',
  'revocations',
  'checkpoints',
  'events',
] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

/** The secret that all keys of one purpose and epoch come from: 32 bytes. It is stored only wrapped. */
export interface DataKey {
  readonly purpose: KeyPurpose
  /** From 1. A purpose may have several epochs at a time: older ones still open what was made with them. */
  readonly epoch: number
  readonly key: Uint8Array
  /** New things are made with it from then on, in milliseconds since the epoch of time. Absent: from the beginning. */
  readonly from?: number
}

/** A data key under a master key (ADR 20). */
export interface WrappedKey {
  readonly purpose: KeyPurpose
  readonly epoch: number
  /** AES-256-GCM, base64. */
  readonly wrapped: string
  /** {@link DataKey.from} in RFC 3339. */
  readonly from?: string
}

export const MIN_MASTER_BYTES = 32

/** Random data keys: the first epoch of each purpose. */
export const randomDataKeys = (purposes: readonly KeyPurpose[] = KEY_PURPOSES): readonly DataKey[] =>
  purposes.map(purpose => ({ purpose, epoch: 1, key: new Uint8Array(randomBytes(32)) }))

/**
 * The data keys of a platform from before they were wrapped: its keys were HKDF of the master key, and this is HKDF's
 * pseudorandom key (RFC 5869, section 2.2). So every key stays what it was. The master key does not follow from it.
 */
export function derivedDataKeys(master: Uint8Array): readonly DataKey[] {
  requireLength(master)
  const key = new Uint8Array(createHmac('sha256', 'wardline/v1').update(master).digest())
  return KEY_PURPOSES.map(purpose => ({ purpose, epoch: 1, key }))
}

/** Wraps data keys with the master key. */
export function wrapDataKeys(master: Uint8Array, keys: readonly DataKey[]): readonly WrappedKey[] {
  const wrapping = wrappingKey(master)
  return keys.map(({ purpose, epoch, key, from }) => ({
    purpose,
    epoch,
    wrapped: seal(wrapping, key, context(purpose, epoch)),
    ...(from === undefined ? {} : { from: rfc3339(from) }),
  }))
}

/** The data keys, or undefined if another master key wrapped them, or if they were changed. */
export function unwrapDataKeys(master: Uint8Array, wrapped: readonly WrappedKey[]): readonly DataKey[] | undefined {
  const wrapping = wrappingKey(master)
  try {
    return wrapped.map(({ purpose, epoch, wrapped, from }) => ({
      purpose,
      epoch,
      key: new Uint8Array(unseal(wrapping, wrapped, context(purpose, epoch))),
      ...(from === undefined ? {} : { from: Date.parse(from) }),
    }))
  } catch {
    return undefined
  }
}

const context = (purpose: KeyPurpose, epoch: number): string => `data key ${purpose}/${epoch}`

function wrappingKey(master: Uint8Array): Uint8Array {
  requireLength(master)
  return new Uint8Array(hkdfSync('sha256', master, 'wardline/v2', 'wrap data keys', 32))
}

function requireLength(master: Uint8Array): void {
  if (master.length < MIN_MASTER_BYTES) throw new Error(`the master key must have at least ${MIN_MASTER_BYTES} bytes`)
}
