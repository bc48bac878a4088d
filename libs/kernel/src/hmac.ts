import { createHmac, hash } from 'node:crypto'
import { secretKey } from './secret-key.ts'

/** SHA-256's block in bytes. HMAC (RFC 2104) pads a key of at most that many bytes to it. */
const BLOCK = 64
const DIGEST = 32
/** Longest text, in UTF-16 code units, for which the fast way pays. */
const SHORT = 1024

/** The two padded forms of a key, each with room after it for the data that is hashed. */
interface Pads {
  readonly inner: Buffer
  readonly outer: Buffer
}

const pads = new WeakMap<Uint8Array, Pads>()

/**
 * HMAC-SHA256 of a text's UTF-8. Ids and pseudonyms take several per log event, and node's Hmac object costs three times the hashing itself,
 * so short texts go through the one-shot hash.
 */
export function hmacSha256(key: Uint8Array, text: string): Buffer {
  if (text.length > SHORT || key.length > BLOCK) return createHmac('sha256', secretKey(key)).update(text).digest()
  const { inner, outer } = padsOf(key)
  const end = BLOCK + inner.write(text, BLOCK)
  outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK, 'latin1')
  return Buffer.from(hash('sha256', outer, 'binary'), 'latin1')
}

function padsOf(key: Uint8Array): Pads {
  const known = pads.get(key)
  if (known) return known
  const made = { inner: padded(key, 0x36, 3 * SHORT), outer: padded(key, 0x5c, DIGEST) }
  pads.set(key, made)
  return made
}

function padded(key: Uint8Array, filler: number, room: number): Buffer {
  const block = Buffer.alloc(BLOCK + room)
  block.fill(filler, 0, BLOCK)
  for (const [i, byte] of key.entries()) block[i] = byte ^ filler
  return block
}
