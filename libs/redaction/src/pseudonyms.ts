import { base32, hmacSha256 } from '@wardline/kernel'
import { createMemo } from './memo.ts'
import { canonicalIp, foldValue } from './personal.ts'
import type { PersonalType, Pseudonym } from './redactor.ts'

/** The form of a pseudonym on the wire (docs/architecture.md#redaction). */
export const PSEUDONYM = /^[a-z_]+:\d+~[a-z2-7]{16,}$/

/** Pseudonyms that are remembered at least; twice as many at most. */
const REMEMBERED = 4_096
/** Longer values are not remembered. */
const LONGEST = 256
/** Of the HMAC's 256 bits: 26 characters of base32. */
const KEPT_BYTES = 16
/**
 * Of a word: 16 characters, the fewest that the documented form allows. Words are the most frequent pseudonyms, every
 * character of them is in the index, and among ten million words of a tenant two are alike with a chance of 1 in 20 billion.
 */
const KEPT_BYTES_OF_WORD = 10

/**
 * Pseudonyms of one tenant and key epoch: HMAC-SHA256 over type and folded value, 128 bits kept. A host that is an IP
 * address is an `ip` and an account that is a SID a `sid`, so that one thing has the same pseudonym everywhere.
 */
export function createPseudonyms(key: Uint8Array, epoch: number): Pseudonym {
  if (key.length < 32) throw new Error('the pseudonym key must have at least 32 bytes')
  if (!Number.isSafeInteger(epoch) || epoch < 0) throw new Error('the key epoch must be a whole number')
  const make: Pseudonym = (type, value) => {
    const tag = tagOf(type, value)
    const mac = hmacSha256(key, `${tag}|${foldValue(tag, value)}`)
    return `${tag}:${epoch}~${base32(mac.subarray(0, tag === 'word' ? KEPT_BYTES_OF_WORD : KEPT_BYTES))}`
  }
  const memo = createMemo(make, REMEMBERED)
  return (type, value) => (value.length <= LONGEST ? memo(type, value) : make(type, value))
}

function tagOf(type: PersonalType, value: string): PersonalType {
  if (type === 'user' && /^s-1-(?:5-21|12-1)-/i.test(value)) return 'sid'
  if (type === 'host' && canonicalIp(value.trim()) !== undefined) return 'ip'
  return type
}
