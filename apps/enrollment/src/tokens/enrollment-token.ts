import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base32 } from '@wardline/kernel'

/** `wle_`, 32 random bytes and their CRC-32, both in base32: recognisable to secret scanners, and a mistyped one never reaches the store. */
const SHAPE = /^wle_([a-z2-7]{52})([a-z2-7]{7})$/

/** A fresh enrolment token with 256 random bits. */
export function newEnrollmentToken(): string {
  const secret = base32(randomBytes(32))
  return `wle_${secret}${checksum(secret)}`
}

/** SHA-256 of a token, lower-case hex, under which it is looked up; undefined for a text that cannot be a token. */
export function hashEnrollmentToken(token: string): string | undefined {
  const [, secret, check] = SHAPE.exec(token) ?? []
  if (secret === undefined || checksum(secret) !== check) return undefined
  return createHash('sha256').update(token).digest('hex')
}

function checksum(secret: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(secret))
  return base32(bytes)
}
