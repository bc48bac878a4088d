import { createSecretKey, type KeyObject } from 'node:crypto'

const keys = new WeakMap<Uint8Array, KeyObject>()

/**
 * A secret key in its cheapest form: making it from its bytes each time takes five times as long as a MAC, or as to seal
 * a short text.
 */
export function secretKey(bytes: Uint8Array): KeyObject {
  let key = keys.get(bytes)
  if (!key) {
    key = createSecretKey(bytes)
    keys.set(bytes, key)
  }
  return key
}
