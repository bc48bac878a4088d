/** A time as a log writes it: an instant, or a wall-clock time that lacks its zone and perhaps its year. */
export type Timestamp =
  | { readonly kind: 'instant'; readonly ms: number }
  | {
      readonly kind: 'wall'
      readonly year: number | null
      /** 1 to 12. */
      readonly month: number
      readonly day: number
      /** Milliseconds since midnight. */
      readonly time: number
    }

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The fields read as UTC; undefined if there is no such day (30 February, or 29 February of another year). */
export function utcOf(year: number, month: number, day: number, time: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > (DAYS[month - 1] ?? 0)) return undefined
  if (month === 2 && day === 29 && !(year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))) return undefined
  if (year >= 100) return Date.UTC(year, month - 1, day) + time
  return new Date(0).setUTCFullYear(year, month - 1, day) + time
}

/** Milliseconds from the digits after the decimal point of the seconds: `5` is 500, `1234567` is 123. */
function fraction(digits: string | undefined): number {
  if (!digits) return 0
  return Number(digits.length >= 3 ? digits.slice(0, 3) : digits.padEnd(3, '0'))
}

/**
 * Milliseconds since midnight; undefined if out of range. A leap second counts as the first second of the next minute.
 */
function timeOf(h: string, m: string, s: string | undefined, digits?: string): number | undefined {
  const [hour, minute, second] = [Number(h), Number(m), Number(s ?? 0)]
  if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second > 0)) return undefined
  return ((hour * 60 + minute) * 60 + second) * 1000 + fraction(digits)
}

/** Minutes east of UTC for `Z`, `+01:00`, `-0730`, `+02`; undefined if the text is not an offset. */
function offsetMinutes(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!match) return undefined
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  return minutes > 18 * 60 ? undefined : match[1] === '-' ? -minutes : minutes
}

function build(
  year: number | null,
  month: number,
  day: number,
  time: number | undefined,
  zone: string | undefined,
): Timestamp | undefined {
  if (time === undefined || month < 1 || month > 12 || day < 1 || day > (DAYS[month - 1] ?? 0)) return undefined
  if (year === null) return { kind: 'wall', year, month, day, time }
  const utc = utcOf(year, month, day, time)
  if (utc === undefined) return undefined
  if (!zone) return { kind: 'wall', year, month, day, time }
  const minutes = ZONE_NAMES[zone] ?? offsetMinutes(zone)
  return minutes === undefined
    ? { kind: 'wall', year, month, day, time }
    : { kind: 'instant', ms: utc - minutes * 60_000 }
}

/** Only names that mean the same offset everywhere. `CST` and the like do not. */
const ZONE_NAMES: Readonly<Record<string, number>> = { UTC: 0, GMT: 0, Z: 0 }

const MONTHS: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mar: 3,
  apr: 4,
  may: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  nov: 11,
  dec: 12,
}
export const monthOf = (name: string): number => MONTHS[name.toLowerCase()] ?? 0

const ISO =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T ]{1,2}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(Z|z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?))?(?![\d:])/
/** `Nov 21 09:29:58`, `Nov  1 2026 09:29:58.123 UTC`, `Nov 21 09:29:58 2026`. */
const BSD =
  /^([A-Z][a-z]{2}) {1,2}(\d{1,2})(?: (\d{4}))? (\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?(?: (\d{4})(?=:?(?: |$)))?(?: (UTC|GMT|Z|[+-]\d{2}:?\d{2})(?=:?(?: |$)))?/
/** `21/Nov/2026:09:29:58 +0100`, as web servers write it. */
const CLF = /^(\d{1,2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?: ?([+-]\d{4}))?/
/** `11/21/2026 9:29:58 PM`, as Windows tools print it in en-US. */
const US = /^(\d{1,2})\/(\d{1,2})\/(\d{4})[ ,]{1,2}(\d{1,2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?: ?([AP]M))?/
/** `Sat, 21 Nov 2026 09:29:58 +0000` (RFC 5322). */
const MAIL =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?: ?(UTC|GMT|[+-]\d{4}))?/

export interface ReadTimestamp {
  readonly at: Timestamp
  /** Length of the time in the text, in characters. */
  readonly length: number
}

/** Reads the time at the start of a text. Every pattern is anchored and linear. */
export function readTimestamp(text: string): ReadTimestamp | undefined {
  const first = text.charCodeAt(0)
  if (first >= 48 && first <= 57) {
    let m = ISO.exec(text)
    if (m) return done(m, build(Number(m[1]), Number(m[2]), Number(m[3]), timeOf(m[4]!, m[5]!, m[6], m[7]), m[8]))
    m = CLF.exec(text)
    if (m) return done(m, build(Number(m[3]), monthOf(m[2]!), Number(m[1]), timeOf(m[4]!, m[5]!, m[6], m[7]), m[8]))
    m = US.exec(text)
    if (m) {
      const hour = m[8] ? String((Number(m[4]) % 12) + (m[8] === 'PM' ? 12 : 0)) : m[4]!
      return done(m, build(Number(m[3]), Number(m[1]), Number(m[2]), timeOf(hour, m[5]!, m[6], m[7]), undefined))
    }
    m = MAIL.exec(text)
    if (m) return done(m, build(Number(m[3]), monthOf(m[2]!), Number(m[1]), timeOf(m[4]!, m[5]!, m[6], m[7]), m[8]))
    return undefined
  }
  if (first < 65 || first > 90) return undefined
  let m = BSD.exec(text)
  if (m) {
    const year = m[3] ?? m[8]
    const time = timeOf(m[4]!, m[5]!, m[6], m[7])
    return done(m, build(year ? Number(year) : null, monthOf(m[1]!), Number(m[2]), time, m[9]))
  }
  m = MAIL.exec(text)
  return m
    ? done(m, build(Number(m[3]), monthOf(m[2]!), Number(m[1]), timeOf(m[4]!, m[5]!, m[6], m[7]), m[8]))
    : undefined
}

const done = (match: RegExpExecArray, at: Timestamp | undefined): ReadTimestamp | undefined =>
  at && { at, length: match[0].length }

const EPOCH = /^\d{9,19}(?:\.\d{1,9})?$/

/**
 * An epoch number in seconds, milliseconds, microseconds or nanoseconds, distinguished by size (works for the years
 * 1973 to 2100 and beyond).
 */
export function epochTimestamp(value: number): Timestamp | undefined {
  if (!Number.isFinite(value) || value < 1e8) return undefined
  const ms = value < 1e11 ? value * 1000 : value < 1e14 ? value : value < 1e17 ? value / 1000 : value / 1e6
  return { kind: 'instant', ms: Math.floor(ms + 1e-6) }
}

/**
 * The time of a value that is nothing else: an epoch number, .NET's `/Date(…)/`, or any text that {@link readTimestamp}
 * reads.
 */
export function timestampOf(value: unknown): Timestamp | undefined {
  if (typeof value === 'number') return epochTimestamp(value)
  if (typeof value !== 'string' || value.length > 64) return undefined
  const text = value.trim()
  if (EPOCH.test(text)) return epochTimestamp(Number(text))
  const net = /^\/Date\((-?\d{1,15})\)\/$/.exec(text)
  return net ? { kind: 'instant', ms: Number(net[1]) } : readTimestamp(text)?.at
}
