import { instantOf, rfc3339 } from '@wardline/kernel'

const FIRST = Date.parse('0000-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * A collector's RFC 3339 time in UTC with milliseconds. The schema has checked its form, but not its range: an offset may
 * move it out of the years 0000 to 9999, and then it is set to the nearest time within them. Null if it is not a time.
 */
export function observedTime(text: string): string | null {
  const ms = instantOf(text)
  return ms === undefined ? null : rfc3339(Math.min(LAST, Math.max(FIRST, ms)))
}
