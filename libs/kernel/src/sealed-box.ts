import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto'
import { secretKey } from './secret-key.ts'

const NONCE = 12
const TAG = 16
const GCM = { authTagLength: TAG }
/** Asking the system for the nonces of many boxes at once costs a tenth. They are no secrets; each is used once. */
const nonces = Buffer.alloc(256 * NONCE)
let used = nonces.length

function nextNonce(): Buffer {
  if (used === nonces.length) {
    randomFillSync(nonces)
    used = 0
  }
  used += NONCE
  return nonces.subarray(used - NONCE, used)
}

/**
 * Seals bytes at rest: AES-256-GCM under a 32-byte key, base64 of nonce, tag and cipher text. `context` is
 * authenticated, not stored.
 */
export function seal(key: Uint8Array, plain: Uint8Array | string, context: string): string {
  const nonce = nextNonce()
  const cipher = createCipheriv('aes-256-gcm', secretKey(key), nonce, GCM).setAAD(Buffer.from(context))
  // GCM has no padding: nothing is left for the end.
  const body = cipher.update(plain as Uint8Array)
  cipher.final()
  // The nonce fills whole groups of base64, so the texts can be joined.
  return nonce.toString('base64') + Buffer.concat([cipher.getAuthTag(), body]).toString('base64')
}

/** @throws Error when the key or the context differs, or the text was changed. */
export function unseal(key: Uint8Array, sealed: string, context: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64')
  const nonce = bytes.subarray(0, NONCE)
  const decipher = createDecipheriv('aes-256-gcm', secretKey(key), nonce, GCM).setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  const plain = decipher.update(bytes.subarray(NONCE + TAG))
  decipher.final()
  return plain
}
