import { rfc3339 } from '@wardline/kernel'

const FIRST = Date.parse('0000-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
const LEAP_SECOND = /(?<=^.{17})60/

/**
 * A collector's RFC 3339 time in UTC with milliseconds. The schema has checked its form, but not that it is representable: an offset may
 * carry it out of the years 0000 to 9999 (it stays at their edge), and a leap second is the second before. null for what is no time.
 */
export function observedTime(text: string): string | null {
  const iso = text.replace(/[\st]/i, 'T').replace('z', 'Z').replace(LEAP_SECOND, '59')
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? null : rfc3339(Math.min(LAST, Math.max(FIRST, ms)))
}
