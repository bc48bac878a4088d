import { DAY_MS } from '@wardline/kernel'
import type { SearchQuery } from '@wardline/ports'
import { DAYS, RARE_USER, RARE_WORD } from './corpus.ts'

/** One way to search, as the log index is asked and as the API is. */
export interface Shape {
  readonly name: string
  readonly label: string
  readonly query: Omit<SearchQuery, 'after'>
  /** The parameters of `GET /logs/search`. */
  readonly search: string
  /** Items before the page that is measured. */
  readonly skip?: number
}

const LIMIT = 50

/** @param now what "until now" means, in milliseconds since the epoch. */
export function shapes(now: number): readonly Shape[] {
  const shape = (
    name: string,
    label: string,
    days: number,
    more: Partial<SearchQuery> & { readonly text?: string; readonly skip?: number } = {},
  ): Shape => {
    const { text = '', skip = 0, ...conditions } = more
    const [from, to] = [now - days * DAY_MS, now]
    const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
    return {
      name,
      label,
      query: { from, to, order: 'desc', limit: LIMIT, deadlineMs: 10_000, ...conditions },
      search: `${range}&limit=${LIMIT}&order=${conditions.order ?? 'desc'}${text}`,
      skip,
    }
  }
  return [
    shape('newest', 'newest 50 of the last day', 1),
    shape('severity', 'of a severity, 7 days', 7, { severityIds: [2], text: '&severity=low' }),
    shape('user', 'of a user who is rare, 30 days', DAYS, { users: [RARE_USER], text: `&user=${RARE_USER}` }),
    shape('word', 'with a frequent word, oldest first, 30 days', DAYS, {
      words: ['denied'],
      order: 'asc',
      text: '&q=denied',
    }),
    shape('rare', 'with a rare word, 30 days', DAYS, { words: [RARE_WORD], text: `&q=${RARE_WORD}` }),
    shape('deep', 'the 20th page of a day', 1, { skip: 19 * LIMIT }),
  ]
}
