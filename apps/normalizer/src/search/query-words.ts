import { Problem, queryTokens } from '@wardline/kernel'
import type { Redactor } from '@wardline/redaction'

/** Most words of one search. */
const MAX_WORDS = 32
const PSEUDONYM = /([a-z_]{1,32}:\d{1,6}~[a-z2-7]{16,64})/

/**
 * The words to look for in summaries, as alternatives to be tried in turn. With a redactor (internal roles) the query first takes the way
 * that summaries took, so an address in it is found by its pseudonym; where that changes anything, the words as they were typed come second.
 * Without one (auditors) it is taken as it is.
 * @returns no alternative for a query of separators, which finds nothing; undefined for an empty query, which is no condition.
 * @throws Problem `query_invalid` for too many words.
 */
export function queryWords(
  q: string | undefined,
  redactor: Redactor | undefined,
): readonly (readonly string[])[] | undefined {
  if (!q) return undefined
  const texts = redactor ? [redacted(q, redactor), q] : [q]
  const alternatives = texts.map(wordsOf).filter(words => words.length > 0)
  const [first, second] = alternatives
  return first && second?.join(' ') === first.join(' ') ? [first] : alternatives
}

/** Pseudonyms that stand in a query are meant as such; the redactor would tokenise them again. */
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
