import { vocabulary } from '../vocabulary/vocabulary.ts'
import { isOfCalendar } from './calendar.ts'
import { RUN } from './judge-run.ts'
import { decideValues, isKeyAt } from './person-keys.ts'
import { FAMILY_WORDS, GIVEN_WORDS, HONORIFICS, PARTICLES, PARTICLES_BETWEEN } from './person-words.ts'
import { decideCalls, decideColleagues, isGivenHere, isSomebodyHere } from './somebody.ts'
import { isThingHere, isToldTo } from './things.ts'
import { GAP, isInCapitals, type Token, wordOf } from './token.ts'

/** Names are no longer than this, in words. */
const LONGEST_NAME = 4
const LONGEST_TITLE = 12
/** Letters of a syllable of names such as `Min-jun`. */
const LONGEST_SYLLABLE = 5
const LONGEST_PARTICLE = 5
const LONGEST_ACRONYM = 4
const COMMA = 0x2c
const HYPHEN = 0x2d
const DOT = 0x2e
const UNDERSCORE = 0x5f

/**
 * Decides about words that are names as well: kept only where they cannot be one. A common name with a capital goes,
 * unless it is part of a known phrase or a date, or begins a sentence as a noun. Any name goes beside a word that goes,
 * after a title, and after a key of a person.
 */
export function decideByNeighbours(text: string, tokens: readonly Token[]): void {
  decideValues(text, tokens)
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token
    if (token.kind === RUN.plain && i > 0 && (tokens[i - 1] as Token).capital) decideCalls(text, tokens, i)
    if (token.gap === GAP.joined && i > 0) decideMachine(text, tokens[i - 1] as Token, token)
    if (token.kind < RUN.letter && !token.capital) continue
    if (token.kind === RUN.letter && !token.capital) decideContracted(text, tokens, i)
    const given = token.capital && token.kind === RUN.plain && isGivenHere(text, tokens, i)
    if (given) token.kind = RUN.unknown
    const named = given || isName(token)
    if (named && !given) decideAlone(text, tokens, i)
    if (token.capital && (token.kind === RUN.plain || (named && goes(token)))) decideFullName(text, tokens, i)
    if (i > 0 && token.gap !== GAP.far) {
      if (token.gap === GAP.joined) decideCompound(text, tokens[i - 1] as Token, token)
      else if (token.capital && token.gap !== GAP.comma && isTitle(text, tokens[i - 1] as Token, token))
        afterTitle(tokens, i)
    }
  }
  if (!tokens.some(goes)) return
  decideColleagues(text, tokens)
  for (let i = 1; i < tokens.length; i++) if (goes(tokens[i - 1])) spread(text, tokens, i, i - 1, i)
  for (let i = tokens.length - 1; i > 0; i--) if (goes(tokens[i])) spread(text, tokens, i, i, i - 1)
}

const isName = (token: Token): boolean => token.kind >= RUN.rareName && token.kind <= RUN.brand
const goes = (token: Token | undefined): boolean => token !== undefined && token.kind === RUN.unknown
const lengthOf = (token: Token): number => token.end - token.start
const follows = (token: Token): boolean => token.gap === GAP.beside || token.gap === GAP.initial

/** By first letter and length, as nearly every word with a capital is asked. */
const TITLE_FORMS = new Set([...HONORIFICS].map(title => (title.charCodeAt(0) << 4) | title.length))
const mayBeTitle = (text: string, token: Token): boolean =>
  lengthOf(token) <= LONGEST_TITLE && TITLE_FORMS.has(((text.charCodeAt(token.start) | 0x20) << 4) | lengthOf(token))

const isTitle = (text: string, token: Token, after: Token): boolean =>
  token.capital &&
  mayBeTitle(text, token) &&
  HONORIFICS.has(wordOf(text, token)) &&
  !vocabulary().isPhrase(wordOf(text, token), wordOf(text, after))

/** After a title everything is a name that has a capital, words of the vocabulary too. */
function afterTitle(tokens: readonly Token[], first: number): void {
  for (let i = first; i < tokens.length && i < first + LONGEST_NAME; i++) {
    const token = tokens[i] as Token
    if (i > first && token.gap !== GAP.beside && token.gap !== GAP.joined) return
    if (token.covered || !token.capital || token.kind === RUN.code) return
    token.kind = RUN.unknown
  }
}

function decideAlone(text: string, tokens: readonly Token[], i: number): void {
  const token = tokens[i] as Token
  if (isAfterInitial(tokens, i)) token.kind = RUN.unknown
  else if (token.kind === RUN.rareName) {
    if (token.capital && isSomebodyHere(text, tokens, i)) token.kind = RUN.unknown
  } else if (!token.capital && token.kind !== RUN.brand) return
  else if (isToldTo(text, tokens, i) || !(isThingHere(text, tokens, i) || isKnown(text, tokens, i)))
    token.kind = RUN.unknown
}

/** `Will Key`, `Hope Field`: a given name and a family name, both of which are words that logs need. */
function decideFullName(text: string, tokens: readonly Token[], i: number): void {
  const [given, family] = [tokens[i] as Token, tokens[i + 1]]
  if (family?.gap !== GAP.beside || !family.capital) return
  // A detector knows the family name, or it is no word that logs need.
  if (
    (family.covered ? goes(family) : isName(family)) &&
    GIVEN_WORDS.has(wordOf(text, given)) &&
    !isInCapitals(text, given)
  )
    given.kind = RUN.unknown
  if (family.covered || family.kind !== RUN.plain) return
  const [first, second] = [wordOf(text, given), wordOf(text, family)]
  if (!FAMILY_WORDS.has(second) || (given.kind === RUN.plain && !GIVEN_WORDS.has(first))) return
  if (vocabulary().isPhrase(first, second) || isInCapitals(text, given) || isInCapitals(text, family)) return
  given.kind = family.kind = RUN.unknown
}

/** `in ’t Veld`: a contracted article before a name. */
function decideContracted(text: string, tokens: readonly Token[], i: number): void {
  const [before, article, name] = [tokens[i - 1], tokens[i] as Token, tokens[i + 1]]
  if (
    name?.gap !== GAP.beside ||
    !name.capital ||
    name.covered ||
    !/[ "]['’]t$/i.test(text.slice(article.start - 2, article.end))
  )
    return
  article.kind = name.kind = RUN.unknown
  if (before !== undefined && !before.covered && PARTICLES_BETWEEN.has(wordOf(text, before))) before.kind = RUN.unknown
}

/** `L. Grace`. */
function isAfterInitial(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  const { gap, capital } = tokens[i] as Token
  if (before === undefined || !capital || gap !== GAP.initial) return false
  return before.capital && lengthOf(before) === 1
}

/** Part of a phrase of a message catalogue, the month of a date, or an acronym. */
function isKnown(text: string, tokens: readonly Token[], i: number): boolean {
  const token = tokens[i] as Token
  const word = wordOf(text, token)
  if (isOfCalendar(text, tokens, i, word)) return true
  if (isAcronym(text, token) && !isShouted(text, tokens, i)) return true
  const before = tokens[i - 1]
  const after = tokens[i + 1]
  const near = (other: Token | undefined, gap: number | undefined): other is Token =>
    other !== undefined && !other.covered && (gap === GAP.beside || gap === GAP.joined)
  return (
    (near(before, token.gap) && vocabulary().isPhrase(wordOf(text, before), word)) ||
    (near(after, after?.gap) && vocabulary().isPhrase(word, wordOf(text, after)))
  )
}

/** `LAN`, `PAM`. */
const isAcronym = (text: string, token: Token): boolean =>
  lengthOf(token) <= LONGEST_ACRONYM && /^[A-Z]{2,4}$/.test(text.slice(token.start, token.end))

/** A neighbour is in capitals too, so that capitals say nothing. */
const isShouted = (text: string, tokens: readonly Token[], i: number): boolean =>
  [tokens[i - 1], tokens[i + 1]].some(other => other !== undefined && !other.covered && isInCapitals(text, other))

const MACHINE = /^(?:pc|laptop|iphone|ipad|macbook|mbp|phone|tablet)$/i

/** `will-pc`: somebody's machine. */
function decideMachine(text: string, first: Token, second: Token): void {
  if (first.covered || text.charCodeAt(first.end) !== HYPHEN || second.start - first.end !== 1) return
  if (first.kind !== RUN.commonName && !(first.kind === RUN.plain && GIVEN_WORDS.has(wordOf(text, first)))) return
  if (MACHINE.test(text.slice(second.start, second.end))) first.kind = RUN.unknown
}

/** `m.young`, `grace_may`: parts of an account's name, both of which could be names. `Min-jun`: two syllables of a name. */
function decideCompound(text: string, first: Token, second: Token): void {
  if (first.covered || second.covered || second.start - first.end !== 1) return
  const sign = text.charCodeAt(first.end)
  const login =
    (sign === DOT || sign === UNDERSCORE) &&
    (first.kind === RUN.letter
      ? second.kind === RUN.commonName
      : (first.kind === RUN.commonName && isName(second)) || (second.kind === RUN.commonName && isName(first)))
  const syllables =
    sign === HYPHEN &&
    first.capital &&
    !second.capital &&
    lengthOf(first) <= LONGEST_SYLLABLE &&
    lengthOf(second) <= LONGEST_SYLLABLE &&
    lengthOf(first) > 1 &&
    ((isName(first) && second.kind <= RUN.plain) || (isName(second) && first.kind <= RUN.plain))
  if (login && vocabulary().isPhrase(wordOf(text, first), wordOf(text, second))) return
  if (login || syllables) first.kind = second.kind = RUN.unknown
}

/** `tokens[from]` may go: does `tokens[to]` beside it? `right` is the later one of the two, which knows the gap. */
function spread(text: string, tokens: readonly Token[], right: number, from: number, to: number): void {
  const [goer, other] = [tokens[from] as Token, tokens[to] as Token]
  const { gap } = tokens[right] as Token
  if (to === right && gap === GAP.beside && isKey(text, other)) return
  if (other.covered || gap === GAP.far || other.kind === RUN.code || other.kind >= RUN.unknown) return
  if (gap === GAP.initial && !isAbbreviation(text, tokens[right - 1] as Token)) return
  const alike = other.capital && goer.capital
  if (other.kind === RUN.plain || (other.kind === RUN.letter && !other.capital)) {
    if (other.capital ? isPartOfName(text, tokens, right, from, to) : isParticle(text, tokens, to, gap))
      other.kind = RUN.unknown
    else if (other.kind === RUN.letter && gap === GAP.joined) other.kind = RUN.unknown
  } else if (other.kind === RUN.commonName || other.kind === RUN.brand) {
    if ((gap !== GAP.comma || alike) && !isModal(text, tokens, to)) other.kind = RUN.unknown
  } else if (gap === GAP.joined || (alike && !isListed(text, tokens[right] as Token, gap))) other.kind = RUN.unknown
}

/** `may` of `wiatrak may not`. */
function isModal(text: string, tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at] as Token, tokens[at + 1]]
  if (token.capital || next?.gap !== GAP.beside || next.covered) return false
  return vocabulary().isPhrase(wordOf(text, token), wordOf(text, next))
}

/** `ip` of `user=mlopez ip=10.0.0.1`: what follows a value is the next key. */
const isKey = (text: string, { end, capital }: Token): boolean => !capital && isKeyAt(text, end)

/** A comma without a blank behind it is that of a list more often than that of `Fox, Anna`. */
const isListed = (text: string, { start }: Token, gap: number): boolean =>
  gap === GAP.comma && text.charCodeAt(start - 1) === COMMA

/** The dot behind it ends no sentence: `J. Fox`, `st. Fox`. */
const isAbbreviation = (text: string, token: Token): boolean => lengthOf(token) === 1 || wordOf(text, token) === 'st'

/**
 * A plain word with a capital: joined to a name with a hyphen (`Fox-Wren`, `Na-ri`), or with names on both sides.
 */
function isPartOfName(text: string, tokens: readonly Token[], right: number, from: number, to: number): boolean {
  const [goer, other] = [tokens[from] as Token, tokens[to] as Token]
  const { gap, start } = tokens[right] as Token
  if (gap === GAP.joined && text.charCodeAt(start - 1) === HYPHEN)
    return goer.capital || (lengthOf(goer) <= LONGEST_SYLLABLE && lengthOf(other) <= LONGEST_SYLLABLE)
  return gap === GAP.beside && goer.capital && isBetween(tokens, to, true)
}

/** `bin` of `Omar bin Said`, `in` and `t` of `in ’t Veld`. */
function isParticle(text: string, tokens: readonly Token[], at: number, gap: number): boolean {
  if (lengthOf(tokens[at] as Token) > LONGEST_PARTICLE || gap !== GAP.beside) return false
  const word = wordOf(text, tokens[at] as Token)
  const after = tokens[at + 1]
  if (PARTICLES.has(word)) return goes(after) && (after as Token).gap === GAP.beside
  return PARTICLES_BETWEEN.has(word) && isBetween(tokens, at, false)
}

function isBetween(tokens: readonly Token[], at: number, capital: boolean): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at] as Token, tokens[at + 1]]
  if (before === undefined || after === undefined || !follows(token) || after.gap !== GAP.beside) return false
  const names = (goes(before) || (before.kind === RUN.letter && before.capital)) && goes(after)
  return names && (!capital || (before.capital && after.capital))
}
