import type { TenantId } from '@wardline/kernel'
import type { Coverage, IndexedEvent, SearchPage, SearchQuery } from '@wardline/ports'
import { isTimeout, type SearchClient, unavailable } from './client.ts'
import { documentId } from './document.ts'
import type { IndexNames } from './names.ts'

/** No shard answers in less; a deadline below it would only ever answer nothing. */
const LEAST_TIMEOUT_MS = 200
/** Time on the way, beside what the shards may take. */
const SLACK_MS = 1000
const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'

type Place = readonly [time: number, id: string]

interface SearchAnswer {
  readonly timed_out: boolean
  readonly _shards: {
    readonly total: number
    readonly successful: number
    readonly failures?: readonly { readonly index?: string | null }[]
  }
  readonly hits: { readonly hits: readonly { readonly _source: { readonly event: string }; readonly sort: Place }[] }
}

/**
 * One page, by event time and id: a total order, so the place after the last item is all that the next page needs. Nothing is held on the
 * server between pages, so a walk may rest as long as it likes, never repeats, and skips nothing that was there when it began.
 */
export async function searchPage(
  client: SearchClient,
  names: IndexNames,
  tenant: TenantId,
  q: SearchQuery,
): Promise<SearchPage> {
  const after = placeOf(q.after)
  const timeout = Math.max(LEAST_TIMEOUT_MS, Math.ceil(q.deadlineMs))
  const body = {
    size: q.limit + 1,
    query: { bool: { filter: filtersOf(tenant, q) } },
    sort: [{ time: q.order }, { id: q.order }],
    _source: ['event'],
    track_total_hits: false,
    ...(after ? { search_after: after } : {}),
  }
  let answer: SearchAnswer
  try {
    answer = await client.request<SearchAnswer>({
      method: 'POST',
      path: `/${names.all}/_search`,
      query: { ...TARGET, routing: tenant, preference: tenant, timeout: `${timeout}ms` },
      body,
      timeoutMs: timeout + SLACK_MS,
      retries: 1,
    })
  } catch (error) {
    if (isTimeout(error)) return cutShort(q)
    throw unavailable(error)
  }
  // What was found before the time was over need not be the first in order: a page of it would make the next one skip.
  if (answer.timed_out) return cutShort(q)
  const hits = answer.hits.hits.slice(0, q.limit)
  const last = hits.at(-1)
  return {
    items: hits.map(hit => eventOf(hit._source)),
    next: last && answer.hits.hits.length > q.limit ? JSON.stringify(last.sort) : null,
    coverage: { tiers: ['hot'], incomplete: missing(names, answer._shards) },
  }
}

/** One event by its id, in whatever partition it lies. */
export async function readEvent(
  client: SearchClient,
  names: IndexNames,
  tenant: TenantId,
  eventId: string,
): Promise<IndexedEvent | undefined> {
  const filter = [{ ids: { values: [documentId(tenant, eventId)] } }, { term: { tenant } }]
  const answer = await client
    .request<SearchAnswer>({
      method: 'POST',
      path: `/${names.all}/_search`,
      query: { ...TARGET, allow_partial_search_results: false, routing: tenant, preference: tenant },
      body: { size: 1, query: { bool: { filter } }, _source: ['event'], track_total_hits: false },
      retries: 1,
    })
    .catch(error => {
      throw unavailable(error)
    })
  const hit = answer.hits.hits[0]
  return hit && eventOf(hit._source)
}

const TARGET = {
  ignore_unavailable: true,
  allow_no_indices: true,
  expand_wildcards: 'open',
  allow_partial_search_results: true,
} as const

const eventOf = ({ event }: { readonly event: string }): IndexedEvent => ({
  event: JSON.parse(event) as Record<string, unknown>,
  tier: 'hot',
})

/** The tenant comes first and from nowhere but the caller's principal. */
function filtersOf(tenant: TenantId, q: SearchQuery): object[] {
  const any = (field: string, values: readonly (string | number)[] | undefined): object[] =>
    values === undefined ? [] : [{ terms: { [field]: values } }]
  return [
    { term: { tenant } },
    { range: { time: { gte: q.from, lt: q.to } } },
    ...any('severity', q.severityIds),
    ...any('category', q.categories),
    ...any('type', q.eventTypes),
    ...any('source', q.logSourceIds),
    ...any('asset', q.assetIds),
    ...any('users', q.users),
    ...any('ips', q.ips),
    ...any('hosts', q.hosts),
    ...(q.words ?? []).map(word => ({ term: { words: word } })),
  ]
}

/** A place of before the first page is written `start`. */
function placeOf(after: string | undefined): Place | undefined {
  if (after === undefined || after === 'start' || after === '') return undefined
  return JSON.parse(after) as Place
}

/** The time was over: the page is empty, says so, and goes on from the same place. */
const cutShort = (q: SearchQuery): SearchPage => ({
  items: [],
  next: q.after ?? 'start',
  coverage: { tiers: ['hot'], incomplete: [{ from: FIRST_DAY, to: LAST_DAY, reason: 'deadline' }] },
})

function missing(names: IndexNames, shards: SearchAnswer['_shards']): Coverage['incomplete'] {
  if (shards.successful >= shards.total) return []
  const days = (shards.failures ?? []).map(({ index }) => (index ? names.partitionOf(index)?.day : undefined))
  if (days.length === 0 || days.includes(undefined)) return [{ from: FIRST_DAY, to: LAST_DAY, reason: 'unavailable' }]
  return [...new Set(days as string[])].sort().map(day => ({ from: day, to: day, reason: 'unavailable' }))
}
