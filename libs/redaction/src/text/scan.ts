/** Texts are cut here, in UTF-16 code units: the rest is neither searched nor shown. */
export const MAX_TEXT = 65_536

/** What a text contains at all: one pass that saves most detectors theirs. */
export interface Features {
  at: boolean
  percent: boolean
  tilde: boolean
  equals: boolean
  slash: boolean
  plus: boolean
  bracket: boolean
  dots: number
  colons: number
  dashes: number
  backslashes: number
  digits: number
}

export function scan(text: string): Features {
  const has: Features = {
    at: false,
    percent: false,
    tilde: false,
    equals: false,
    slash: false,
    plus: false,
    bracket: false,
    dots: 0,
    colons: 0,
    dashes: 0,
    backslashes: 0,
    digits: 0,
  }
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c >= 0x61) {
      if (c === 0x7e) has.tilde = true
    } else if (c >= 0x30 && c <= 0x39) has.digits++
    else if (c === 0x2e) has.dots++
    else if (c === 0x3a) has.colons++
    else if (c === 0x2d) has.dashes++
    else if (c === 0x5c) has.backslashes++
    else if (c === 0x40) has.at = true
    else if (c === 0x25) has.percent = true
    else if (c === 0x3d) has.equals = true
    else if (c === 0x2f) has.slash = true
    else if (c === 0x2b) has.plus = true
    else if (c === 0x28 || c === 0x5b) has.bracket = true
  }
  return has
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
