/** Longest wait that is honoured: a day. */
const MAX_MS = 86_400_000

/**
 * Milliseconds that a `Retry-After` asks for, in either form of RFC 9110 section 10.2.3: seconds or an HTTP date.
 * undefined when it is missing or unreadable.
 */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, MAX_MS)
  if (!/^[A-Za-z]{3,9}[, ]/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at - now, 0), MAX_MS)
}
