import { createHash } from 'node:crypto'
import { invalid } from '@wardline/kernel'

/** The most nonces that are remembered per token or agent. */
export const MAX_NONCES = 32

const SHAPE = /^[A-Za-z0-9_-]{22,86}={0,2}$/

/**
 * SHA-256 of a nonce's bytes, lower-case hex: other spellings of the same bytes are the same nonce.
 * @throws Problem `validation_failed` if it is not base64url of 16 to 64 bytes.
 */
export function hashNonce(nonce: string): string {
  const bytes = SHAPE.test(nonce) ? Buffer.from(nonce, 'base64url') : Buffer.alloc(0)
  if (bytes.length < 16 || bytes.length > 64 || nonce.replace(/=/g, '').length % 4 === 1)
    throw invalid('/nonce', 'must be base64url of 16 to 64 random bytes')
  return createHash('sha256').update(bytes).digest('hex')
}
