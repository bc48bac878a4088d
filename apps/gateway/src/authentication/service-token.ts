import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base32 } from '@wardline/kernel'

/** Recognisable by secret scanners. 256 random bits, then a CRC-32, both in base32 (52 + 7 characters). */
const SHAPE = /^wls_([a-z2-7]{52})([a-z2-7]{7})$/

/** SHA-256 of a token in lower-case hex, the only form that is stored. 256 random bits need no salt or stretching. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A new bearer token and the hash to store. The token is shown once and never stored. */
export function newServiceToken(): { readonly token: string; readonly hash: string } {
  const body = base32(randomBytes(32))
  const token = `wls_${body}${checksum(body)}`
  return { token, hash: hashToken(token) }
}

/**
 * Whether a text has a token's format and checksum. Typing errors and other systems' tokens are refused without a store
 * access.
 */
export function isServiceToken(text: string): boolean {
  const match = SHAPE.exec(text)
  return match !== null && checksum(match[1]!) === match[2]
}

function checksum(body: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(body))
  return base32(bytes)
}
