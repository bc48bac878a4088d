/** Filters of a search, by their names in the API. Several values of one filter are alternatives. */
export const FILTERS = [
  'severity',
  'category',
  'event_type',
  'log_source_id',
  'asset_id',
  'user',
  'ip',
  'host',
] as const
export type Filter = (typeof FILTERS)[number]

/** Filters that take one value. */
const SINGLE: readonly Filter[] = ['log_source_id', 'asset_id', 'user', 'ip', 'host']
/** Filters whose values are personal. They and free text are never in the address bar. */
const PERSONAL: readonly Filter[] = ['user', 'ip', 'host']

/** The last `last` milliseconds, or a fixed span. */
export type Range = { readonly last: number } | { readonly from: string; readonly to: string }

export interface Search {
  readonly range: Range
  readonly q: string
  readonly filters: readonly { readonly filter: Filter; readonly value: string }[]
  /**
   * Values whose events are not listed. If the field is one of the filters, the service leaves them out. If it is the
   * path of another field, the console leaves them out of the loaded events.
   */
  readonly excluded: readonly { readonly field: string; readonly value: string }[]
  readonly event: string | undefined
}

export const EMPTY: Search = { range: { last: 86_400_000 }, q: '', filters: [], excluded: [], event: undefined }

/** The most characters of a filter's value. */
export const MAX_VALUE = 256
/** The most excluded values. */
const MAX_EXCLUDED = 20
/** Room for all of them, percent-encoded. */
const MAX_TEXT = 131_072

/** The address fragment for a search. Without `personal`, everything that may be personal is left out. */
export function fragmentOf(search: Search, personal: boolean): string {
  const params = new URLSearchParams()
  if ('last' in search.range) params.set('last', String(search.range.last))
  else {
    params.set('from', search.range.from)
    params.set('to', search.range.to)
  }
  for (const { filter, value } of search.filters)
    if (personal || !PERSONAL.includes(filter)) params.append(filter, value)
  if (personal) {
    if (search.q !== '') params.set('q', search.q)
    for (const { field, value } of search.excluded) params.append('not', `${field}:${value}`)
  }
  if (search.event) params.set('event', search.event)
  return params.toString()
}

/** The search in a fragment. Parts that are not understood are ignored. */
export function searchOf(fragment: string): Search {
  const params = new URLSearchParams(fragment.replace(/^#/, '').slice(0, MAX_TEXT))
  const filters = FILTERS.flatMap(filter => params.getAll(filter).map(value => ({ filter, value }))).filter(
    f => f.value !== '',
  )
  const excluded = params.getAll('not').flatMap(text => {
    const at = text.indexOf(':')
    return at > 0 && text.length - at <= MAX_VALUE + 1 ? [{ field: text.slice(0, at), value: text.slice(at + 1) }] : []
  })
  return {
    range: rangeOf(params),
    q: (params.get('q') ?? '').slice(0, 256),
    filters,
    excluded: excluded.slice(-MAX_EXCLUDED),
    event: params.get('event') ?? undefined,
  }
}

function rangeOf(params: URLSearchParams): Range {
  const [from, to] = [Date.parse(params.get('from') ?? ''), Date.parse(params.get('to') ?? '')]
  if (from < to) return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const last = Number(params.get('last'))
  return Number.isInteger(last) && last >= 60_000 && last <= 120 * 86_400_000 ? { last } : EMPTY.range
}

/** Adds a filter. If it takes a single value, the new value replaces the old one. */
export function withFilter(search: Search, filter: Filter, value: string): Search {
  const others = search.filters.filter(f => !(f.filter === filter && (SINGLE.includes(filter) || f.value === value)))
  return { ...search, filters: [...others, { filter, value }] }
}

type Excluded = Search['excluded'][number]

const byService = ({ field }: Excluded): boolean => (FILTERS as readonly string[]).includes(field)

/** The exclusions that the service cannot apply. */
export const leftOutHere = ({ excluded }: Search): readonly Excluded[] => excluded.filter(x => !byService(x))

/** Excludes events with a value. Beyond the most exclusions, the oldest one is dropped. */
export function withExcluded(search: Search, field: string, value: string): Search {
  const others = search.excluded.filter(x => x.field !== field || x.value !== value)
  return { ...search, excluded: [...others, { field, value }].slice(-MAX_EXCLUDED) }
}

export const withoutFilter = (search: Search, filter: Filter, value: string): Search => ({
  ...search,
  filters: search.filters.filter(f => !(f.filter === filter && f.value === value)),
})

/** A search's conditions as the API takes them. `now`, in milliseconds, is the end of a range that has none. */
export function queryOf({ range, q, filters, excluded }: Search, now: number) {
  const values = (name: Filter): string[] => filters.filter(f => f.filter === name).map(f => f.value)
  const span =
    'last' in range ? { from: new Date(now - range.last).toISOString(), to: new Date(now).toISOString() } : range
  const query: Record<string, string | string[]> = { ...span }
  for (const name of FILTERS) {
    const all = values(name)
    if (all.length > 0) query[name] = SINGLE.includes(name) ? (all[0] as string) : all
  }
  const not = excluded.filter(byService).map(({ field, value }) => `${field}:${value}`)
  if (not.length > 0) query.not = not
  if (q.trim() !== '') query.q = q.trim()
  return query
}
