import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { secretKey } from './secret-key.ts'

const NONCE = 12
const TAG = 16

/**
 * Seals bytes at rest: AES-256-GCM under a 32-byte key, base64 of nonce, tag and cipher text. `context` is
 * authenticated, not stored.
 */
export function seal(key: Uint8Array, plain: Uint8Array | string, context: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', secretKey(key), nonce, { authTagLength: TAG }).setAAD(
    Buffer.from(context),
  )
  const body = Buffer.concat([cipher.update(plain as Uint8Array), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** @throws Error when the key or the context differs, or the text was changed. */
export function unseal(key: Uint8Array, sealed: string, context: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', secretKey(key), bytes.subarray(0, NONCE), {
    authTagLength: TAG,
  }).setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()])
}
