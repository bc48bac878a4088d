import { base32, hmacSha256 } from '@wardline/kernel'
import { LRUCache } from 'lru-cache'
import { canonicalIp, foldValue } from './personal.ts'
import type { PersonalType, Pseudonym } from './redactor.ts'

/** The form of a pseudonym on the wire (docs/architecture.md#redaction). */
export const PSEUDONYM = /^[a-z_]+:\d+~[a-z2-7]{16,}$/

const CACHED = 4_096
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
  const cache = new LRUCache<string, string>({ max: CACHED })
  return (type, value) => {
    const short = value.length <= 256
    const cacheKey = `${type}|${value}`
    const cached = short ? cache.get(cacheKey) : undefined
    if (cached !== undefined) return cached
    const tag = tagOf(type, value)
    const mac = hmacSha256(key, `${tag}|${foldValue(tag, value)}`)
    const pseudonym = `${tag}:${epoch}~${base32(mac.subarray(0, tag === 'word' ? KEPT_BYTES_OF_WORD : KEPT_BYTES))}`
    if (short) cache.set(cacheKey, pseudonym)
    return pseudonym
  }
}

function tagOf(type: PersonalType, value: string): PersonalType {
  if (type === 'user' && /^s-1-(?:5-21|12-1)-/i.test(value)) return 'sid'
  if (type === 'host' && canonicalIp(value.trim()) !== undefined) return 'ip'
  return type
}
