import { randomBytes } from 'node:crypto'

/**
 * A fresh serial number: 16 bytes as lower-case hex, 126 of them random (RFC 5280 section 4.1.2.2 allows 20 bytes and asks for a positive
 * number). The first digit is 4 to 7, so that no encoder adds or drops a leading zero.
 */
export function newSerialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return bytes.toString('hex')
}

/** One spelling for one number: lower-case hex without leading zeros. */
export const canonicalSerial = (hex: string): string => hex.toLowerCase().replace(/^0+(?=.)/, '')
