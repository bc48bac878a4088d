/** `2026-11-21 10:15:30.123 UTC` of an RFC 3339 time. */
export const utcText = (time: string): string => `${time.replace('T', ' ').replace(/Z$/, '')} UTC`

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** `3 minutes ago`, `in 2 days`, `now`. A wrong clock leads to an odd number at worst, never to an error. */
export function relativeText(time: number, now: number, locale = 'en'): string {
  const distance = time - now
  for (const [unit, ms] of UNITS) {
    if (Math.abs(distance) >= ms) {
      return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(Math.trunc(distance / ms), unit)
    }
  }
  return 'now'
}

const two = (n: number): string => String(n).padStart(2, '0')

/** Date and time in the reader's time zone, `2026-11-21 11:15:30`, with milliseconds on request. */
export function localText(time: string, milliseconds = false): string {
  const t = new Date(time)
  if (Number.isNaN(t.getTime())) return time
  const date = `${t.getFullYear()}-${two(t.getMonth() + 1)}-${two(t.getDate())}`
  const clock = `${two(t.getHours())}:${two(t.getMinutes())}:${two(t.getSeconds())}`
  return milliseconds ? `${date} ${clock}.${String(t.getMilliseconds()).padStart(3, '0')}` : `${date} ${clock}`
}

/** A span of milliseconds in words: `15 minutes`, `7 days`. */
export function spanText(ms: number): string {
  for (const [unit, size] of UNITS) {
    if (ms >= size) {
      const n = Math.round(ms / size)
      return `${n} ${unit}${n === 1 ? '' : 's'}`
    }
  }
  return `${ms} ms`
}
