/** Texts are cut here, in UTF-16 code units: the rest is neither searched nor shown. */
export const MAX_TEXT = 65_536

/** How often a text holds certain signs: one pass that saves most detectors theirs. */
export interface Features {
  readonly at: boolean
  readonly percent: boolean
  readonly tilde: boolean
  readonly slash: boolean
  readonly plus: boolean
  readonly bracket: boolean
  readonly dots: number
  readonly colons: number
  readonly dashes: number
  readonly backslashes: number
  readonly digits: number
  /** Of ASCII. */
  readonly capitals: number
  /** Where numbers of at least {@link LEAST_DIGITS} digits are, with what may stand between their groups. */
  readonly numbers: readonly Stretch[]
}

/** A part of a text that has so many digits. */
export interface Stretch {
  readonly start: number
  readonly end: number
  readonly digits: number
}

/** The shortest numbers that may be somebody's without a key for it: dates. */
const LEAST_DIGITS = 8
const NONE: readonly Stretch[] = []

/** From `/` on they may stand in a number. */
const SIGNS = ['@', '%', '~', '\\', ':', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '/', '+', '([', '.', '-', ' )', '0123456789']
/** By character of ASCII, the place in `SIGNS` plus one. */
const SIGN = new Uint8Array(128)
for (const [place, characters] of SIGNS.entries()) for (const c of characters) SIGN[c.charCodeAt(0)] = place + 1
const FIRST_OF_NUMBER = 7
const DIGITS = SIGNS.length
/** Used again for each text. */
const counts = new Uint32Array(SIGNS.length + 1)
const held = (sign: number): boolean => (counts[sign] as number) > 0
const countOf = (sign: number): number => counts[sign] as number

export function scan(text: string): Features {
  counts.fill(0)
  let digits = 0
  let start = 0
  let numbers: Stretch[] | undefined
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const sign = c < 128 ? (SIGN[c] as number) : 0
    counts[sign]!++
    if (sign === DIGITS) digits++
    else if (sign < FIRST_OF_NUMBER) {
      if (digits >= LEAST_DIGITS) numbers = put(numbers, { start, end: i, digits })
      start = i + 1
      digits = 0
    }
  }
  if (digits >= LEAST_DIGITS) numbers = put(numbers, { start, end: text.length, digits })
  return {
    at: held(1),
    percent: held(2),
    tilde: held(3),
    slash: held(7),
    plus: held(8),
    bracket: held(9),
    dots: countOf(10),
    colons: countOf(5),
    dashes: countOf(11),
    backslashes: countOf(4),
    digits: countOf(DIGITS),
    capitals: countOf(6),
    numbers: numbers ?? NONE,
  }
}

function put(list: Stretch[] | undefined, stretch: Stretch): Stretch[] {
  if (list === undefined) return [stretch]
  list.push(stretch)
  return list
}

/** Cuts a text to {@link MAX_TEXT} without splitting a character. */
export function bounded(text: string): string {
  if (text.length <= MAX_TEXT) return text
  const last = text.charCodeAt(MAX_TEXT - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_TEXT - 1 : MAX_TEXT)
}

/** Start of the run of characters that ends before `end`, at most `max` back. */
export function walkBack(text: string, end: number, allowed: (code: number) => boolean, max: number): number {
  let start = end
  while (start > 0 && end - start < max && allowed(text.charCodeAt(start - 1))) start--
  return start
}
