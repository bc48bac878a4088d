/** The role of a character in a word. Each kind includes the bits of the kinds that it also is. */
const EDGE = 1
/** `._@-`: join the parts of a name or an address. */
const JOINS = 2
const PART = 4

const KINDS = new Uint8Array(128)
for (let c = 0x21; c < 0x7f; c++) {
  const char = String.fromCharCode(c)
  KINDS[c] = /[a-z0-9]/.test(char) ? PART : '._@-'.includes(char) ? JOINS : EDGE
}
const kindAt = (text: string, at: number): number => KINDS[text.charCodeAt(at)] as number

/** Pseudonyms, and runs of characters that names are made of; see `phrases` of the tokenizer. */
const PHRASES = /[a-z]{1,32}:\d{1,12}~[a-z2-7]{16,128}|(?:(?![a-z]{1,32}:\d{1,12}~[a-z2-7]{16,128})[a-z0-9._@-])+/g

/**
 * Words of a lower-case ASCII text, as most logs are: the same rules as the tokenizer's, at a fraction of the cost of
 * Unicode expressions. @param visit gets the place of each word, without its edges.
 */
export function eachAsciiWord(text: string, visit: (start: number, end: number) => void): void {
  for (let at = 0; at < text.length; ) {
    while (at < text.length && kindAt(text, at) === 0) at++
    const from = at
    while (at < text.length && kindAt(text, at) !== 0) at++
    within(text, from, at, visit)
  }
}

/** Passes to `add` the word between two places, the names and addresses in it, and their parts. */
export function addAsciiTokens(text: string, start: number, end: number, add: (token: string) => void): void {
  add(text.slice(start, end))
  if (runEnd(text, start, end, PART) === end) return
  addPhrases(text, start, end, add)
  eachRun(text, start, end, PART, (from, to) => add(text.slice(from, to)))
}

function addPhrases(text: string, start: number, end: number, add: (token: string) => void): void {
  const tilde = text.indexOf('~', start)
  if (tilde < 0 || tilde >= end) {
    eachRun(text, start, end, PART | JOINS, (from, to) => within(text, from, to, (a, b) => add(text.slice(a, b))))
    return
  }
  for (const phrase of text.slice(start, end).match(PHRASES) ?? [])
    within(phrase, 0, phrase.length, (a, b) => add(phrase.slice(a, b)))
}

/** Visits the range without the leading and trailing characters that are not parts, if anything is left. */
function within(text: string, from: number, to: number, visit: (start: number, end: number) => void): void {
  let [start, end] = [from, to]
  while (start < end && kindAt(text, start) !== PART) start++
  while (end > start && kindAt(text, end - 1) !== PART) end--
  if (start < end) visit(start, end)
}

/** The longest runs of characters of these kinds. */
function eachRun(
  text: string,
  start: number,
  end: number,
  kinds: number,
  visit: (from: number, to: number) => void,
): void {
  for (let at = start; at < end; ) {
    const to = runEnd(text, at, end, kinds)
    if (to > at) visit(at, to)
    at = to + 1
  }
}

function runEnd(text: string, start: number, end: number, kinds: number): number {
  let at = start
  while (at < end && (kindAt(text, at) & kinds) !== 0) at++
  return at
}
