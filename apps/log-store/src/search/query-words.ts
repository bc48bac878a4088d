import { Problem, queryTokens } from '@wardline/kernel'
import type { PersonalType, Redactor } from '@wardline/redaction'

/** Maximum number of words in one search. */
const MAX_WORDS = 32
/** Maximum number of words after splitting some into their parts. */
const MAX_SPLIT = 64
/** A word with more parts is only searched for as a whole. */
const MAX_PARTS = 12
/**
 * Maximum number of forms to search for, over all words and epochs: so many take some 70 ms to prepare and 90 ms to
 * search for in an index of 200,000 events.
 */
export const MAX_FORMS = 6_400
/** Neighbouring parts that one pseudonym may stand for. */
const MAX_JOINED = 3
const PSEUDONYM = /([a-z_]{1,32}:\d{1,6}~[a-z2-7]{16,64})/
const PART = /[\p{L}\p{M}\p{N}]+/gu
/** Personal types that a word can be without looking like it. Addresses and the like are recognized by their form. */
const NAMES: readonly PersonalType[] = ['user', 'host', 'word']

/** The words that must all occur. For a list, any one of its words is enough. */
export type QueryWords = readonly (string | readonly string[])[]

/**
 * The words to search for in summaries, as alternatives to try in turn. Without a redactor (auditors) a query is used
 * as it is. With redactors (internal roles), one for each epoch that summaries may be of (ADR 30), each word is also
 * searched for as summaries would show it: by the pseudonym that the policy gives it, and by those of a user, of a host
 * and of an unknown word (ADR 8). If the policy recognizes more
 * in the whole text than in its words (a number with spaces in it), the redacted whole text is tried first. A word of
 * which a summary may hide a part (`ann_backup.tgz`) is searched for by its parts: at once if the policy hides one, else
 * last. Where the parts of all words have more forms than {@link MAX_FORMS}, they are not searched for.
 * @returns no alternative for a query of separators, which finds nothing; undefined for an empty query, which is no
 * condition.
 * @throws Problem `query_invalid` for too many words.
 */
export function queryWords(q: string | undefined, redactors: readonly Redactor[]): readonly QueryWords[] | undefined {
  if (!q) return undefined
  const typed = wordsOf(q)
  if (redactors.length === 0 || typed.length === 0) return typed.length > 0 ? [typed] : []
  const possible = together(redactors.map(redactor => wordsOfEpoch(q, typed, redactor))).filter(isBounded)
  if (possible.length > 0) return possible
  const wholes = together(redactors.map(redactor => [typed.map(word => named(word, redactor).whole)]))
  return wholes.filter(isBounded).length > 0 ? wholes : [typed]
}

const isBounded = (words: QueryWords): boolean =>
  words.reduce((forms, word) => forms + (typeof word === 'string' ? 1 : word.length), 0) <= MAX_FORMS

/**
 * The words of all epochs in one: an event is of one epoch, so it has the words of that one. Epochs differ in pseudonyms
 * only, so their words stand at the same places.
 */
function together(epochs: readonly (readonly QueryWords[])[]): readonly QueryWords[] {
  const [first = [], ...others] = epochs
  if (others.length === 0) return first
  return first.map((words, alternative) =>
    words.map((_, i) => [...new Set(epochs.flatMap(epoch => epoch[alternative]?.[i] ?? []))]),
  )
}

function wordsOfEpoch(q: string, typed: readonly string[], redactor: Redactor): readonly QueryWords[] {
  const hidden = wordsOf(redacted(q, redactor))
  const words = typed.map(word => named(word, redactor))
  const covered = hidden.length === words.length && hidden.every((word, i) => words[i]!.whole.includes(word))
  const likely = words.flatMap(({ whole, parts, isCompound }) => (isCompound ? parts : [whole]))
  const split = words.flatMap(({ whole, parts }) => (parts.length > 0 ? parts : [whole]))
  const alternatives = [...(covered ? [] : [hidden]), likely, ...(split.length > likely.length ? [split] : [])]
  const possible = alternatives.filter(all => all.length <= MAX_SPLIT)
  return possible.length > 0 ? possible : [words.map(({ whole }) => whole)]
}

interface Named {
  /** The word, and its pseudonyms in a summary if it is somebody's name or address. */
  readonly whole: readonly string[]
  /** The same for each part. A pseudonym may stand for several parts. Empty for a word of one part. */
  readonly parts: readonly (readonly string[])[]
  /** The policy hides some parts of the word and shows others. */
  readonly isCompound: boolean
}

function named(word: string, redactor: Redactor): Named {
  if (PSEUDONYM.test(word)) return { whole: [word], parts: [], isCompound: false }
  const shown = redactor.text(word)
  const asName = (text: string): string[] => NAMES.map(type => redactor.pseudonym(type, text))
  const whole = [...new Set([word, ...queryTokens(shown), ...asName(word)])]
  const places = [...word.matchAll(PART)].map(({ index, 0: text }) => ({ start: index, end: index + text.length }))
  if (places.length < 2 || places.length > MAX_PARTS) return { whole, parts: [], isCompound: false }
  const parts = places.map(({ start, end }) => {
    const part = word.slice(start, end)
    return new Set([part, ...queryTokens(redactor.text(part)), ...whole.slice(1)])
  })
  for (let first = 0; first < places.length; first++) {
    for (let last = first; last < Math.min(first + MAX_JOINED, places.length); last++) {
      const names = asName(word.slice(places[first]!.start, places[last]!.end))
      for (let i = first; i <= last; i++) for (const name of names) parts[i]!.add(name)
    }
  }
  const isCompound = shown !== word && shown.replace(PSEUDONYM, '') !== ''
  return { whole, parts: parts.map(names => [...names]), isCompound }
}

/** Redacts a query except for the pseudonyms in it, which the redactor would otherwise tokenise again. */
const redacted = (q: string, redactor: Redactor): string =>
  q
    .split(PSEUDONYM)
    .map((piece, i) => (i % 2 === 1 || piece.trim() === '' ? piece : redactor.text(piece)))
    .join('')

function wordsOf(text: string): readonly string[] {
  const words = queryTokens(text)
  if (words.length > MAX_WORDS) {
    throw new Problem('query_invalid', { errors: [{ pointer: '?q', message: `must hold at most ${MAX_WORDS} words` }] })
  }
  return words
}
