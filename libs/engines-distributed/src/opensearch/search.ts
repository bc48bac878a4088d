import type { TenantId } from '@wardline/kernel'
import type { IndexedEvent, SearchPage, SearchQuery, Tier } from '@wardline/ports'
import { ANSWER_MS } from '../config.ts'
import type { Catalogue } from './catalogue.ts'
import { isTimeout, type SearchClient, unavailable } from './client.ts'
import { documentId } from './document.ts'
import type { IndexNames } from './names.ts'
import { coverageOf, filtersOf, type ShardCounts, TARGET, timesOf, timeWasOver } from './query.ts'

/**
 * How often a page that may lack hits is requested again. Shards that are really down fail every time, and do not
 * affect the hits of the others.
 */
const ASK_AGAIN = 2

type Place = readonly [time: number, id: string]

interface SearchAnswer {
  readonly timed_out: boolean
  readonly _shards: ShardCounts
  readonly hits: { readonly hits: readonly Hit[] }
}

interface Hit {
  readonly _index: string
  readonly _source: { readonly event: string }
  readonly sort: Place
}

/**
 * One page, by event time and id: a total order, so the place after the last item is all that the next page needs. The
 * server keeps nothing between pages, so a walk may pause as long as it likes, never repeats, and skips nothing that
 * existed when it started.
 */
export async function searchPage(
  client: SearchClient,
  names: IndexNames,
  catalogue: Catalogue,
  tenant: TenantId,
  q: SearchQuery,
): Promise<SearchPage> {
  const tiers = await catalogue.tiers().catch(error => {
    throw unavailable(error)
  })
  const after = placeOf(q.after)
  const times = timesOf(q.deadlineMs)
  const body = {
    size: q.limit + 1,
    query: { bool: { filter: filtersOf(tenant, q) } },
    sort: [{ time: q.order }, { id: q.order }],
    _source: ['event'],
    track_total_hits: false,
    ...(after ? { search_after: after } : {}),
  }
  const ask = (): Promise<SearchAnswer> =>
    client.request<SearchAnswer>({
      method: 'POST',
      path: `/${names.all}/_search`,
      query: { ...TARGET, ...times.query, routing: tenant, preference: tenant },
      body,
      timeoutMs: times.timeoutMs,
      retries: 1,
    })
  let answer: SearchAnswer
  try {
    answer = await ask()
    // A shard that goes away between finding and fetching takes its hits with it: the rest looks like the last page,
    // but is not.
    for (let again = 0; again < ASK_AGAIN && mayLackHits(answer, q); again++) answer = await ask()
  } catch (error) {
    if (isTimeout(error)) return cutShort(q, tiers.all)
    throw unavailable(error)
  }
  // The hits found before the deadline need not be the first in order: returning them would make the next page skip
  // others.
  if (answer.timed_out) return cutShort(q, tiers.all)
  const hits = answer.hits.hits.slice(0, q.limit)
  const last = hits.at(-1)
  return {
    items: hits.map(hit => eventOf(hit, tiers.of(hit._index))),
    next: last && answer.hits.hits.length > q.limit ? JSON.stringify(last.sort) : null,
    coverage: coverageOf(names, answer._shards, tiers.all),
  }
}

const mayLackHits = ({ timed_out, hits, _shards }: SearchAnswer, { limit }: SearchQuery): boolean =>
  !timed_out && hits.hits.length <= limit && _shards.successful < _shards.total

/** One event by its id, in whatever partition it is. */
export async function readEvent(
  client: SearchClient,
  names: IndexNames,
  catalogue: Catalogue,
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
      timeoutMs: ANSWER_MS,
      retries: 1,
    })
    .catch(error => {
      throw unavailable(error)
    })
  const hit = answer.hits.hits[0]
  return hit && eventOf(hit, (await catalogue.tiers()).of(hit._index))
}

const eventOf = ({ _source: { event } }: Hit, tier: Tier): IndexedEvent => ({
  event: JSON.parse(event) as Record<string, unknown>,
  tier,
})

/** The place before the first page is written `start`. */
function placeOf(after: string | undefined): Place | undefined {
  if (after === undefined || after === 'start' || after === '') return undefined
  return JSON.parse(after) as Place
}

/** The deadline has passed: the page is empty, says so, and continues from the same place. */
const cutShort = (q: SearchQuery, tiers: readonly Tier[]): SearchPage => ({
  items: [],
  next: q.after ?? 'start',
  coverage: timeWasOver(tiers),
})
