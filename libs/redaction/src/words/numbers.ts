/** Ports, process ids, counts, status codes and years have six digits at most; telephone and other numbers of people more. */
const MOST_DIGITS = 6
/** A number of people is not measured in anything. */
const UNIT =
  /^ ?(?:%|[kmgt]i?b\b|[kmg]?bits?\b|bytes?\b|blocks?\b|sectors?\b|pages?\b|[mun]?s\b|m?secs?\b|(?:milli|micro|nano)?seconds?\b|minutes?\b|hours?\b|packets?\b|records?\b|rows?\b|events?\b|lines?\b|k?hz\b)/i
/** Keys whose values are counts and sizes, places in files, and ids of processes and of the kernel. */
const KEY =
  /(?:size|bytes|len|length|count|offset|inode|ino|seq|ack|sequence|lsn|pid|ppid|tid|pages|total|used|free|avail|duration|elapsed|uptime|time|timestamp|ts|at|sent|rcvd|received|in|out|record|recordid|recordnumber|window|memory|mem|rss|vm|vsz|ticks|cycles|limit|max|min)["']?[=: ]{1,2}["']?$/i
/** Longest key, with what stands between it and its value. */
const KEY_LENGTH = 20

/** Whether `text[start, end)`, all digits, is no number of a person: short, measured, counted, or a time. */
export function isKeptNumber(text: string, start: number, end: number): boolean {
  const length = end - start
  if (length <= MOST_DIGITS) return true
  if (length > 19) return false
  return (
    isEpoch(text, start, length) ||
    isFraction(text, start, length) ||
    UNIT.test(text.slice(end, end + 14)) ||
    (length < 19 && KEY.test(text.slice(Math.max(0, start - KEY_LENGTH), start)))
  )
}

/** Seconds, milli-, micro- or nanoseconds since 1970, from 2014 to 2033. */
function isEpoch(text: string, start: number, length: number): boolean {
  if (length !== 10 && length !== 13 && length !== 16 && length !== 19) return false
  const first = text.charCodeAt(start)
  const second = text.charCodeAt(start + 1)
  return first === 0x31 && second >= 0x34 && second <= 0x39
}

/** `12.345678901`. */
const isFraction = (text: string, start: number, length: number): boolean =>
  length <= 9 && text[start - 1] === '.' && /\d/.test(text[start - 2] ?? '')
