import { IMPERSONAL_USERS } from '../personal.ts'
import { RUN } from './judge-run.ts'
import {
  FAMILY_WORDS,
  GIVEN_WORDS,
  KINDS_OF_NAME,
  NO_VALUES,
  OF_NAMES,
  PEOPLE,
  ROLES,
  THINGS_WITH_NAMES,
} from './person-words.ts'
import { GAP, isInCapitals, type Token, wordOf } from './token.ts'

/** Names are no longer than this, in words. */
const LONGEST_NAME = 5
/** What follows a key and begins a value: `=`, `: `, `":"`, `] => '`. */
const SIGN = /^\\?["']?\]?[ \t]?(?:[=:]{1,2}>?)[ \t]{0,4}(?:\\?["'])?$/
const LONGEST_SIGN = 10
const EQUALS = 0x3d
const COLON = 0x3a
const DOT = 0x2e
const UNDERSCORE = 0x5f
const HYPHEN = 0x2d

/** How sure a key is that its value is somebody. `maybe`: words with a capital and names go, others stay. */
type Sureness = 'no' | 'maybe' | 'yes'

/**
 * After a key of a person every word of the value goes, words of the vocabulary too: `patient.name=Will Key`,
 * `"owner":{"given_name":"Mark"}`, `customer: Rose Stone`.
 */
export function decideValues(text: string, tokens: readonly Token[]): void {
  const named = new Set<string>()
  for (let i = 1; i < tokens.length; i++) {
    const token = tokens[i] as Token
    if (token.gap !== GAP.far) continue
    const key = tokens[i - 1] as Token
    if (token.start - key.end > LONGEST_SIGN || !maySign(text, key.end) || !maySay(text, key)) continue
    const sign = text.slice(key.end, token.start)
    if (token.covered || !SIGN.test(sign)) continue
    const sure = surenessOf(partsOf(text, tokens, i - 1, sign))
    if (sure !== 'no') decideValue(text, tokens, i, sure, sign, named)
  }
  if (named.size > 0) decideElsewhere(text, tokens, named)
}

/** A word that is somebody's name under a key is the same name anywhere in that text: `key=seen who.family=Key`. */
function decideElsewhere(text: string, tokens: readonly Token[], named: ReadonlySet<string>): void {
  for (const token of tokens)
    if (!token.covered && token.kind < RUN.unknown && named.has(wordOf(text, token))) token.kind = RUN.unknown
}

/** `=`, `:`, a quotation mark, a bracket, a backslash or a blank. */
function maySign(text: string, at: number): boolean {
  const c = text.charCodeAt(at)
  return c === EQUALS || c === COLON || c === 0x22 || c === 0x27 || c === 0x5d || c === 0x5c || c === 0x20
}

/** The last parts of keys that may say that a value is somebody. */
const LAST_PARTS: ReadonlySet<string> = new Set([...PEOPLE, ...ROLES, ...OF_NAMES, ...KINDS_OF_NAME, 'name', 'names'])
const LONGEST_PART = Math.max(...[...LAST_PARTS].map(part => part.length))

/** Whether the last part of a key may say so: nearly all keys are left out by that. A number behind it says nothing. */
function maySay(text: string, token: Token): boolean {
  const { start } = token
  let { end } = token
  while (end > start && !isLetter(text.charCodeAt(end - 1))) end--
  if (end === start) return true
  let from = end - 1
  while (from > start && isLetter(text.charCodeAt(from - 1)) && !isHump(text, from)) from--
  return end - from <= LONGEST_PART && LAST_PARTS.has(text.slice(from, end).toLowerCase())
}

const isLetter = (c: number): boolean => (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a)
/** A capital behind a small letter: the second part of `customerName`. */
function isHump(text: string, at: number): boolean {
  const [before, c] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return c >= 0x41 && c <= 0x5a && before >= 0x61 && before <= 0x7a
}

/** Most parts of a key that are looked at, from its end. */
const MOST_PARTS = 4

/** The parts of a key in lower case: of `order.customerName` they are three. */
function partsOf(text: string, tokens: readonly Token[], last: number, sign: string): readonly string[] {
  let first = last
  const inWords = sign.includes(':')
  while (first > 0 && last - first < MOST_PARTS && isJoined(text, tokens, first, inWords)) first--
  return text
    .slice((tokens[first] as Token).start, (tokens[last] as Token).end)
    .slice(-64)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(part => part !== '')
}

/** By `.`, `_` or `-`, or by a blank if both begin with a capital: `Full Name:`. */
function isJoined(text: string, tokens: readonly Token[], at: number, inWords: boolean): boolean {
  const [before, token] = [tokens[at - 1] as Token, tokens[at] as Token]
  if (before.covered || token.start - before.end !== 1) return false
  return (
    /[._-]/.test(text[before.end] as string) || (inWords && token.gap === GAP.beside && token.capital && before.capital)
  )
}

function surenessOf(parts: readonly string[]): Sureness {
  const last = parts.at(-1) ?? ''
  const before = parts.at(-2)
  const ofThing = before !== undefined && THINGS_WITH_NAMES.has(before)
  if (PEOPLE.has(last)) return ofThing ? 'no' : 'yes'
  if (ROLES.has(last)) return ofThing ? 'no' : 'maybe'
  if (OF_NAMES.has(last))
    return ofThing || (last === 'cn' && before !== undefined)
      ? 'no'
      : last === 'displayname' || last.length === 2
        ? 'maybe'
        : 'yes'
  if (last === 'name' || last === 'names') {
    if (before === undefined) return 'maybe'
    if (PEOPLE.has(before) || ROLES.has(before)) return 'yes'
    if (!KINDS_OF_NAME.has(before)) return 'no'
    return THINGS_WITH_NAMES.has(parts.at(-3) ?? '') ? 'no' : before === 'display' ? 'maybe' : 'yes'
  }
  if (KINDS_OF_NAME.has(last))
    return before !== undefined && (before === 'name' || PEOPLE.has(before) || ROLES.has(before))
      ? 'yes'
      : last === 'given'
        ? 'yes'
        : 'no'
  return 'no'
}

function decideValue(
  text: string,
  tokens: readonly Token[],
  first: number,
  sure: Sureness,
  sign: string,
  named: Set<string>,
): void {
  const quote = /["']$/.exec(sign)?.[0]
  const last = endOfValue(text, tokens, first, quote)
  if (last < 0 || isNobody(text, tokens, first, last)) return
  const every = sure === 'yes' && (quote !== undefined || sign.includes('='))
  for (let i = first; i <= last; i++) {
    const token = tokens[i] as Token
    if (token.covered || token.kind === RUN.code || token.kind >= RUN.unknown) continue
    if (token.kind > RUN.letter || token.capital || every) {
      const word = wordOf(text, token)
      if (sure === 'yes' && (token.kind >= RUN.rareName || GIVEN_WORDS.has(word) || FAMILY_WORDS.has(word)))
        named.add(word)
      token.kind = RUN.unknown
    } else if (quote === undefined) return
  }
}

/** The last token of the value that begins at `first`; -1 if it has more words than a name. */
function endOfValue(text: string, tokens: readonly Token[], first: number, quote: string | undefined): number {
  for (let i = first; i < tokens.length; i++) {
    const { start, end } = tokens[i] as Token
    if (i > first && quote === undefined) {
      if (isKeyAt(text, end)) return i - 1
      // A key in words, which may have two: `Full Name: Will Key Account Domain: web`.
      if (text.charCodeAt(end) === COLON) return Math.min(first + 1, Math.max(first, i - 2))
      if (/^[A-Z]{3}/.test(text.slice(start, end)) && !isInCapitals(text, tokens[first] as Token)) return i - 1
    }
    const next = tokens[i + 1]
    if (next === undefined) return i
    if (quote !== undefined ? text.slice(end, Math.min(next.start, end + 4)).includes(quote) : next.gap === GAP.far)
      return i
    if (i - first >= LONGEST_NAME) return quote === undefined ? i : -1
  }
  return -1
}

const KEY = /[\w.-]{0,64}=/y

/** The word that ends there is a key of a listing or a part of one: `host`, `who` of `name=Will Key who.family=`. */
export function isKeyAt(text: string, end: number): boolean {
  const c = text.charCodeAt(end)
  if (c !== EQUALS && c !== DOT && c !== UNDERSCORE && c !== HYPHEN) return false
  KEY.lastIndex = end
  return KEY.test(text)
}

/** One word that is no name: `owner=root`, `sender=unknown`. */
function isNobody(text: string, tokens: readonly Token[], first: number, last: number): boolean {
  const value = text.slice((tokens[first] as Token).start, (tokens[last] as Token).end).toLowerCase()
  if (IMPERSONAL_USERS.has(value)) return true
  return NO_VALUES.has(wordOf(text, tokens[first] as Token))
}
