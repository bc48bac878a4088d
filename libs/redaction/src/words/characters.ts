/** What a character is to the closing pass. Everything that is not listed separates words. */
export const CHARACTER = { separator: 0, lower: 1, upper: 2, digit: 3, other: 4, ideograph: 5 } as const

/** The classes of ASCII, for loops that look at every character. */
export const ASCII = new Uint8Array(128)
for (let c = 0; c < 128; c++) {
  if (c >= 0x61 && c <= 0x7a) ASCII[c] = CHARACTER.lower
  else if (c >= 0x41 && c <= 0x5a) ASCII[c] = CHARACTER.upper
  else if (c >= 0x30 && c <= 0x39) ASCII[c] = CHARACTER.digit
}

/**
 * Letters, marks, digits and invisible characters of other scripts, and letters in circles and squares. An emoji, a
 * dash and a box are none.
 */
const PART_OF_WORD = /^[\p{L}\p{M}\p{N}\p{Cf}\p{Co}\p{Cs}\u{2460}-\u{24ff}\u{1f100}-\u{1f1ff}]$/u
const UNKNOWN = 0
const NO = 1
const YES = 2
/** Answers of the expression, by code unit: it is asked once for each. */
const known = new Uint8Array(65_536)

/** The text without what nobody sees, so that one word is one word. */
export const withoutUnseen = (text: string): string => (NOT_ASCII.test(text) ? text.replace(UNSEEN, '') : text)
const NOT_ASCII = /[^\0-\x7f]/
const UNSEEN = /[\p{Cf}\p{Variation_Selector}]/gu

/** The class of the character at `at`. Halves of a pair of surrogates are judged together. */
export function characterAt(text: string, at: number): number {
  const c = text.charCodeAt(at)
  if (c < 128) return ASCII[c] as number
  if (isIdeograph(c)) return CHARACTER.ideograph
  if (c >= 0xd800 && c <= 0xdfff) return isPair(text, at, c) ? CHARACTER.other : CHARACTER.separator
  if (known[c] === UNKNOWN) known[c] = PART_OF_WORD.test(String.fromCharCode(c)) ? YES : NO
  return known[c] === YES ? CHARACTER.other : CHARACTER.separator
}

/** Han, kana, hangul and what is written without blanks beside them: a Latin word beside them is a word. */
const isIdeograph = (c: number): boolean => (c >= 0x2e80 && c <= 0xd7ff && !isMark(c)) || (c >= 0xf900 && c <= 0xfaff)
/** Punctuation of East Asia. */
const isMark = (c: number): boolean => c >= 0x3000 && c <= 0x3020 && c !== 0x3005 && c !== 0x3007

function isPair(text: string, at: number, c: number): boolean {
  const start = c >= 0xdc00 ? at - 1 : at
  const point = text.codePointAt(start)
  return point === undefined || point < 0x10000 || PART_OF_WORD.test(String.fromCodePoint(point))
}
