import { randomBytes, timingSafeEqual } from 'node:crypto'
import { base32 } from './base32.ts'
import { hmacSha256 } from './hmac.ts'

/** What an id names, by its prefix (docs/architecture.md#names-on-the-wire). */
export const ID_PREFIXES = [
  'agt',
  'ast',
  'src',
  'evt',
  'mdc',
  'mdr',
  'mdd',
  'alr',
  'tkt',
  'cmt',
  'evd',
  'tok',
  'sva',
  'ten',
  'rul',
  'dst',
  'bat',
  'req',
  'cor',
  'env',
  'rej',
  'aud',
  'arc',
  'ark',
  'rst',
  'res',
  'ers',
  'ses',
  'usr',
  'iss',
  'sin',
] as const
export type IdPrefix = (typeof ID_PREFIXES)[number]

/** Enough for 26 characters of base32. */
const ID_BYTES = 17

/** A fresh id with 130 random bits: `<prefix>_<26 base32 characters>`. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${base32(randomBytes(ID_BYTES)).slice(0, 26)}`
}

/**
 * The same id for the same parts, unguessable without `key` (HMAC-SHA256, 130 bits kept; docs/architecture.md#events).
 * Parts are length-framed, so `['ab','c']` and `['a','bc']` differ.
 */
export function derivedId(prefix: IdPrefix, key: Uint8Array, ...parts: readonly string[]): string {
  let text = `${prefix}\n`
  for (const part of parts) text += `${Buffer.byteLength(part)}:${part}`
  return `${prefix}_${base32(hmacSha256(key, text).subarray(0, ID_BYTES)).slice(0, 26)}`
}

/** Compares two secrets in constant time. Their lengths may leak; their contents do not. */
export function secretsEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  const left = Buffer.from(a as string)
  const right = Buffer.from(b as string)
  return left.length === right.length && timingSafeEqual(left, right)
}
