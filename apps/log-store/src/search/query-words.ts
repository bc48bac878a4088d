import { Problem, queryTokens } from '@wardline/kernel'
import type { PersonalType, Redactor } from '@wardline/redaction'

/** Maximum number of words in one search. */
const MAX_WORDS = 32
const PSEUDONYM = /([a-z_]{1,32}:\d{1,6}~[a-z2-7]{16,64})/
/** Personal types that a word can be without looking like it. Addresses and the like are recognized by their form. */
const NAMES: readonly PersonalType[] = ['user', 'host']

/** The words that must all occur. For a list, any one of its words is enough. */
export type QueryWords = readonly (string | readonly string[])[]

/**
 * The words to search for in summaries, as alternatives to try in turn. Without a redactor (auditors) a query is used
 * as it is. With one (internal roles) each word is also searched for as summaries would show it: by the pseudonym that
 * the policy gives it, and by those of a user and of a host with that name (ADR 8). If the policy recognizes more in
 * the whole text than in its words (a number with spaces in it), the redacted whole text is tried first.
 * @returns no alternative for a query of separators, which finds nothing; undefined for an empty query, which is no
 * condition.
 * @throws Problem `query_invalid` for too many words.
 */
export function queryWords(q: string | undefined, redactor: Redactor | undefined): readonly QueryWords[] | undefined {
  if (!q) return undefined
  const typed = wordsOf(q)
  if (!redactor || typed.length === 0) return typed.length > 0 ? [typed] : []
  const hidden = wordsOf(redacted(q, redactor))
  const named = typed.map(word => withNames(word, redactor))
  const covered = hidden.length === named.length && hidden.every((word, i) => [named[i]].flat().includes(word))
  return covered ? [named] : [hidden, named]
}

/** The word, and its pseudonyms in a summary if it is somebody's name or address. */
function withNames(word: string, redactor: Redactor): string | readonly string[] {
  if (PSEUDONYM.test(word)) return word
  const others = [...queryTokens(redactor.text(word)), ...NAMES.map(type => redactor.pseudonym(type, word))]
  return [...new Set([word, ...others])]
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
