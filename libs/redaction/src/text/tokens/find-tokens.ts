import type { Report } from '../../findings/finding.ts'
import type { Literal } from '../literal-scan.ts'
import { walkBack } from '../scan.ts'
import { entropyOf, type TokenFormat } from './token-format.ts'
import { tokenFormats } from './token-formats.ts'

interface Detector {
  readonly format: TokenFormat
  readonly literal: string
  readonly tail: RegExp
  /** A whole text that is a tail. */
  readonly whole: RegExp
  readonly inHead: (code: number) => boolean
}

/** One for each literal: whatever the pre-scan finds is tried, so it can skip no format. */
const detectors: readonly Detector[] = tokenFormats.flatMap(format => {
  const tail = new RegExp(format.tail, 'y')
  const whole = new RegExp(`^(?:${format.tail})$`)
  const inHead = memberOf(format.head?.chars)
  return format.literals.map(literal => ({ format, literal, tail, whole, inHead }))
})
/** What tokens hold: where one of these stands, there may be a token. */
export const tokenLiterals: readonly Literal[] = detectors.map(({ literal }) => ({ literal }))

/** So many texts of the form of a token, but of little entropy, are let stand; a stranger may not make us count more. */
const MOST_DOUBTS = 256
/** So many shorter readings of a token are tried. */
const MOST_READINGS = 8

/**
 * Reports every token whose form is known: call it for every place of a literal, in the order in which they end.
 * @returns a function of the literal's place in `tokenLiterals`, and of where in the text it begins.
 */
export function tokensOf(text: string, report: Report): (number: number, at: number) => void {
  /** Where each format was found last: what begins within a token is part of it. */
  let done: Map<TokenFormat, { readonly from: number; readonly end: number }> | undefined
  let doubts = 0
  return (number, at) => {
    const detector = detectors[number] as Detector
    const last = done?.get(detector.format)
    if (last && at >= last.from && at < last.end) return
    const end = tokenAt(text, at, detector, report, doubts < MOST_DOUBTS)
    if (end > 0) {
      done ??= new Map()
      done.set(detector.format, { from: at, end })
    } else if (end < 0) doubts++
  }
}

/** The end of the token whose literal stands at `at`; 0 if there is none, -1 if it has too little entropy. */
function tokenAt(
  text: string,
  at: number,
  { format, literal, tail, whole, inHead }: Detector,
  report: Report,
  doubting: boolean,
): number {
  const { head } = format
  const first = head ? walkBack(text, at, inHead, head.max) : at
  if (head && at - first < head.min) return 0
  const start = head ? firstEdge(text, first, at - head.min) : first
  const begins = edgeBefore(text, start)
  if (!begins && !format.verify) return 0
  const tailAt = at + literal.length
  tail.lastIndex = tailAt
  const match = tail.exec(text)
  if (!match) return 0
  const longest = tailAt + match[0].length
  const proven = format.verify?.(text.slice(start, longest)) ?? false
  const end = proven ? longest : begins ? lastEdge(text, tailAt, longest, whole) : 0
  if (end === 0) return 0
  const written = text.slice(start, at) + text.slice(tailAt, end)
  if (doubting && !proven && format.entropy && entropyOf(written) < format.entropy) return -1
  report(format.addressStays ? tailAt : start, end, { secret: format.type })
  return end
}

/** Where a head begins: the first edge of a word from `from` up to `last`, or `from` if there is none. */
function firstEdge(text: string, from: number, last: number): number {
  for (let at = from; at <= last; at++) if (edgeBefore(text, at)) return at
  return from
}

/**
 * Where a tail ends: at the end of its longest reading, or, if that is amid a word, at the last edge before it at which
 * a tail may end; 0 if there is none. A token may hold `=`, and `=` and a word may stand behind it.
 */
function lastEdge(text: string, from: number, longest: number, whole: RegExp): number {
  if (edgeAt(text, longest)) return longest
  let readings = 0
  for (let end = longest - 1; end > from && readings < MOST_READINGS; end--) {
    if (!edgeAt(text, end)) continue
    readings++
    if (whole.test(text.slice(from, end))) return end
  }
  return 0
}

/** A word begins here, or behind an escape such as `\n`, `%3D` or `\u003d`. */
function edgeBefore(text: string, at: number): boolean {
  if (edgeAt(text, at)) return true
  return /(?:\\[abfnrtv]|%[0-9A-Fa-f]{2}|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4})$/.test(
    text.slice(Math.max(0, at - 6), at),
  )
}

/** Not amid letters and digits. */
const edgeAt = (text: string, at: number): boolean =>
  !(isAlnum(text.charCodeAt(at - 1)) && isAlnum(text.charCodeAt(at)))

const isAlnum = (c: number): boolean => (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a)

/** Whether a character is one of a class, as a table. */
function memberOf(chars: string | undefined): (code: number) => boolean {
  const table = new Uint8Array(128)
  if (chars !== undefined) {
    const pattern = new RegExp(chars)
    for (let c = 0; c < table.length; c++) table[c] = pattern.test(String.fromCharCode(c)) ? 1 : 0
  }
  return code => table[code] === 1
}
