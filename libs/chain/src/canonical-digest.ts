import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * SHA-256 of a value's canonical JSON (RFC 8785), lower-case hex. @throws Error for a value that has none (a lone
 * surrogate).
 */
export function canonicalDigest(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('not a JSON value')
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
