import { isRegion, offsetMinutes, ZONE_WORD } from './zone-names.ts'

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
      /** The zone that the log names, as an IANA name. */
      readonly zone?: string
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
  const minutes = offsetMinutes(zone)
  if (minutes !== undefined) return { kind: 'instant', ms: utc - minutes * 60_000 }
  return isRegion(zone) ? { kind: 'wall', year, month, day, time, zone } : { kind: 'wall', year, month, day, time }
}

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
export const monthOf = (name: string): number => MONTHS[name.slice(0, 3).toLowerCase()] ?? 0

/** The hour of a 12-hour clock: `9`, `PM` is `21`. */
function hourOf(hour: string, half: string | undefined): string {
  if (!half) return hour
  const number = Number(hour)
  if (number < 1 || number > 12) return '99'
  return String((number % 12) + (/^p/i.test(half) ? 12 : 0))
}

const HALF = ' ?([APap]\\.?[Mm]\\.?)(?![A-Za-z])'
const ZONE = `(?: ?(Z|z|[+-]\\d{2}:?(?:\\d{2})?|${ZONE_WORD}|[A-Z][a-z_A-Z]{2,31}/[A-Z][A-Za-z_/+-]{2,40}))(?![\\w/])`
/** `2026-11-21T09:29:58.123Z`, `2026/11/21 9:29:58 PM`, `2026-11-21 09:29:58,123 Europe/Zurich`. */
const ISO = new RegExp(
  `^(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})[T ]{1,2}(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?(?:${HALF})?(?:${ZONE})?(?![\\d:])`,
)
const NAMES = `(?: (${ZONE_WORD}|[+-]\\d{2}:?\\d{2})(?=:?(?: |$)))`
/** `Nov 21 09:29:58`, `Nov  1 2026 09:29:58.123 UTC`, `Nov 21 09:29:58 2026`, `Nov 21, 2026 9:29:58 AM`. */
const BSD = new RegExp(
  `^([A-Z][a-z]{2}) {1,2}(\\d{1,2}),?(?: (\\d{4}),?)? (\\d{1,2}):(\\d{2}):(\\d{2})(?:[.,:](\\d{1,9}))?(?:${HALF})?(?: (\\d{4})(?=:?(?: |$)))?${NAMES}?`,
)
/** `Sat Nov 21 09:29:58.123456 2026`, `Sat Nov 21 09:29:58 CET 2026`, `Sat Nov 21 2026 09:29:58`. */
const ASCTIME = new RegExp(
  `^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? ([A-Z][a-z]{2}) {1,2}(\\d{1,2}),?(?: (\\d{4}),?)? (\\d{1,2}):(\\d{2}):(\\d{2})(?:[.,](\\d{1,9}))?${NAMES}?(?: (\\d{4})(?!\\d))?`,
)
/** `21/Nov/2026:09:29:58 +0100`, as web servers write it; `21-Nov-2026 09:29:58.123`, as BIND, Tomcat and Oracle (`NOV`) do. */
const CLF = new RegExp(
  `^(\\d{1,2})[/ -]([A-Z](?:[a-z]{2}|[A-Z]{2}))[/ -](\\d{4})[: T](\\d{1,2}):(\\d{2}):(\\d{2})(?:[.,](\\d{1,9}))?(?:${HALF})?(?:${ZONE})?`,
)
/** `11/21/2026 9:29:58 PM`, as Windows tools print it in en-US; `21/11/2026` when there is no such month. */
const US = new RegExp(
  `^(\\d{1,2})/(\\d{1,2})/(\\d{4})[ ,T-]{1,2}(\\d{1,2}):(\\d{2}):(\\d{2})(?:[.,](\\d{1,9}))?(?:${HALF})?(?:${ZONE})?`,
)
/** `21.11.2026 09:29:58`: with dots the day comes first. */
const DOTS = new RegExp(
  `^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}),? (\\d{1,2}):(\\d{2}):(\\d{2})(?:[.,](\\d{1,9}))?(?:${ZONE})?`,
)
/** `20261121T092958.123Z`, `20261121 09:29:58`, `20261121092958`. */
const COMPACT = new RegExp(
  `^(\\d{4})(\\d{2})(\\d{2})[T -]?(\\d{2}):?(\\d{2}):?(\\d{2})(?:[.,](\\d{1,9}))?(?:${ZONE})?(?!\\d)`,
)
/** `261121  9:29:58`, `081109 203615`: the form of MySQL 5 and of HDFS, with the year first. */
const SHORT = /^(\d{2})(\d{2})(\d{2}) {1,2}(\d{1,2}):?(\d{2}):?(\d{2})(?:[.,](\d{1,9}))?(?!\d)/
/** `2026-11-21-09.29.58.123456`, as Db2 writes it. */
const DB2 = /^(\d{4})-(\d{2})-(\d{2})-(\d{2})\.(\d{2})\.(\d{2})(?:\.(\d{1,9}))?/
/** `11-21 09:29:58.123` of Android and `11.21 09:29:58` of Proxifier: no year. */
const NO_YEAR = /^(\d{2})[.-](\d{2}) (\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?(?![\d:])/
/** `11/21-09:29:58.123456` of Snort, with the year in front if it is on: `26/11/21-09:29:58.123456`. */
const SNORT = /^(?:(\d{2})\/)?(\d{2})\/(\d{2})-(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?![\d:])/
/** `21 Nov 09:29:58.123`, as Redis wrote it. */
const DAY_FIRST = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?(?![\d:])/
/** `Sat, 21 Nov 2026 09:29:58 +0000` (RFC 5322). */
const MAIL = new RegExp(
  `^(?:[A-Z][a-z]{2,8}, )?(\\d{1,2}) ([A-Z][a-z]{2,8}) (\\d{4}),? (\\d{1,2}):(\\d{2}):(\\d{2})(?:[.,](\\d{1,9}))?(?:${HALF})?(?:${ZONE})?`,
)

export interface ReadTimestamp {
  readonly at: Timestamp
  /** Length of the time in the text, in characters. */
  readonly length: number
}

/** Reads the time at the start of a text. Every pattern is anchored and linear. */
export function readTimestamp(text: string): ReadTimestamp | undefined {
  const first = text.charCodeAt(0)
  if (first >= 48 && first <= 57) return readNumeric(text)
  return first >= 65 && first <= 90 ? readNamed(text) : undefined
}

function readNumeric(text: string): ReadTimestamp | undefined {
  let m = ISO.exec(text)
  if (m) return whole(m, m[1]!, Number(m[2]), m[3]!, m[8], m[9])
  m = CLF.exec(text)
  if (m) return whole(m, m[3]!, monthOf(m[2]!), m[1]!, m[8], m[9])
  m = US.exec(text)
  if (m) {
    const dayFirst = Number(m[1]) > 12
    return whole(m, m[3]!, Number(dayFirst ? m[2] : m[1]), dayFirst ? m[1]! : m[2]!, m[8], m[9])
  }
  m = DOTS.exec(text)
  if (m) return whole(m, m[3]!, Number(m[2]), m[1]!, undefined, m[8])
  m = MAIL.exec(text)
  if (m) return whole(m, m[3]!, monthOf(m[2]!), m[1]!, m[8], m[9])
  m = COMPACT.exec(text)
  if (m && Number(m[1]) >= 1970 && Number(m[1]) < 2100) return whole(m, m[1]!, Number(m[2]), m[3]!, undefined, m[8])
  m = DB2.exec(text)
  if (m) return whole(m, m[1]!, Number(m[2]), m[3]!, undefined, undefined)
  m = SHORT.exec(text)
  if (m) return whole(m, `20${m[1]}`, Number(m[2]), m[3]!, undefined, undefined)
  m = NO_YEAR.exec(text)
  if (m) return done(m, build(null, Number(m[1]), Number(m[2]), timeOf(m[3]!, m[4]!, m[5], m[6]), undefined))
  m = SNORT.exec(text)
  if (m) {
    const year = m[1] === undefined ? null : 2000 + Number(m[1])
    return done(m, build(year, Number(m[2]), Number(m[3]), timeOf(m[4]!, m[5]!, m[6], m[7]), undefined))
  }
  m = DAY_FIRST.exec(text)
  return m ? done(m, build(null, monthOf(m[2]!), Number(m[1]), timeOf(m[3]!, m[4]!, m[5], m[6]), undefined)) : undefined
}

function readNamed(text: string): ReadTimestamp | undefined {
  let m = BSD.exec(text)
  if (m) {
    const year = m[3] ?? m[9]
    const time = timeOf(hourOf(m[4]!, m[8]), m[5]!, m[6], m[7])
    return done(m, build(year ? Number(year) : null, monthOf(m[1]!), Number(m[2]), time, m[10]))
  }
  m = ASCTIME.exec(text)
  if (m) {
    const year = m[3] ?? m[9]
    const time = timeOf(m[4]!, m[5]!, m[6], m[7])
    return done(m, build(year ? Number(year) : null, monthOf(m[1]!), Number(m[2]), time, m[8]))
  }
  m = MAIL.exec(text)
  return m ? whole(m, m[3]!, monthOf(m[2]!), m[1]!, m[8], m[9]) : undefined
}

/** A date with its year; the time is in groups 4 to 7. */
function whole(
  m: RegExpExecArray,
  year: string,
  month: number,
  day: string,
  half: string | undefined,
  zone: string | undefined,
): ReadTimestamp | undefined {
  return done(m, build(Number(year), month, Number(day), timeOf(hourOf(m[4]!, half), m[5]!, m[6], m[7]), zone))
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
  // Fourteen digits are no epoch of our times: they are a date.
  if (/^(?:19|20)\d{12}$/.test(text)) return readTimestamp(text)?.at
  if (EPOCH.test(text)) return epochTimestamp(Number(text))
  const net = /^\/Date\((-?\d{1,15})\)\/$/.exec(text)
  return net ? { kind: 'instant', ms: Number(net[1]) } : readTimestamp(text)?.at
}

/**
 * A date whose year has two digits, which only the format's documentation can tell apart: `26/11/21` as `ymd`, `11/21/26`
 * as `mdy`, `21/11/26` as `dmy`. Gives the same text with a year of four digits, year first; the text itself if it is not
 * such a date. Years are 2000 to 2099.
 */
export function wholeYear(text: string, order: 'ymd' | 'mdy' | 'dmy'): string {
  const match = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text)
  if (!match) return text
  const part = (letter: string): string => match[order.indexOf(letter) === 0 ? 1 : order.indexOf(letter) + 2]!
  return `20${part('y').padStart(2, '0')}-${part('m')}-${part('d')}${text.slice(match[0].length)}`
}
