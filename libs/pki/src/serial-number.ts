import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A fresh serial number: 16 bytes as lower-case hex, 126 of them random (RFC 5280 section 4.1.2.2 allows 20 bytes and asks for a positive
 * number). The first digit is 4 to 7, so that no encoder adds or drops a leading zero.
 */
export function newSerialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return bytes.toString('hex')
}

/** Whom a certificate is for: what its serial number vouches for. */
export interface SerialSubject {
  readonly tenantId: string
  readonly agentId: string
  /** SHA-256 of the certified key's SubjectPublicKeyInfo, lower-case hex. */
  readonly spkiHash: string
}

const RANDOM_BYTES = 10

/**
 * A fresh serial number of 20 bytes, the most that RFC 5280 allows: 78 random bits, then 80 bits of an HMAC over them
 * and the subject. The owner of `key` can prove that it gave this number to this agent's key, even when every record of
 * it is lost.
 */
export function boundSerialNumber(key: Uint8Array, subject: SerialSubject): string {
  const bytes = randomBytes(RANDOM_BYTES)
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return Buffer.concat([bytes, seal(key, bytes, subject)]).toString('hex')
}

/** Whether {@link boundSerialNumber} gave this number to this subject. */
export function isBoundSerial(key: Uint8Array, serialNumber: string, subject: SerialSubject): boolean {
  if (!/^[4-7][0-9a-f]{39}$/.test(serialNumber)) return false
  const bytes = Buffer.from(serialNumber, 'hex')
  return timingSafeEqual(bytes.subarray(RANDOM_BYTES), seal(key, bytes.subarray(0, RANDOM_BYTES), subject))
}

const seal = (key: Uint8Array, random: Uint8Array, { tenantId, agentId, spkiHash }: SerialSubject): Buffer =>
  createHmac('sha256', key).update(random).update(`${tenantId}\n${agentId}\n${spkiHash}`).digest().subarray(0, 10)

/** One spelling for one number: lower-case hex without leading zeros. */
export const canonicalSerial = (hex: string): string => hex.toLowerCase().replace(/^0+(?=.)/, '')
