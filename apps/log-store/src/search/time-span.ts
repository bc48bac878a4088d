import { DAY_MS, instantOf, Problem } from '@wardline/kernel'

/** Longest time span of one search. */
const MAX_SPAN_DAYS = 120
/** The range of RFC 3339, with room for the day before. */
const FIRST = Date.parse('0000-01-02T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/** Milliseconds since the epoch: from inclusive, to exclusive. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

/**
 * `to` defaults to now, `from` to 24 h before `to`.
 * @throws Problem `query_invalid` for a span that is reversed or too long.
 */
export function timeSpan(p: { readonly from?: string; readonly to?: string }, now: number): TimeSpan {
  const to = p.to === undefined ? now : instant('to', p.to)
  const from = p.from === undefined ? to - DAY_MS : instant('from', p.from)
  if (from > to) throw fault('from', 'must not be after to')
  if (to - from > MAX_SPAN_DAYS * DAY_MS) throw fault('from', `must be at most ${MAX_SPAN_DAYS} days before to`)
  return { from, to }
}

function instant(name: string, text: string): number {
  const ms = instantOf(text)
  if (ms === undefined || ms < FIRST || ms > LAST) throw fault(name, 'is not a time that can be searched')
  return ms
}

const fault = (name: string, message: string): Problem =>
  new Problem('query_invalid', { errors: [{ pointer: `?${name}`, message }] })
