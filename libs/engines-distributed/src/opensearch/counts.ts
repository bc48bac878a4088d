import type { TenantId } from '@wardline/kernel'
import {
  type Bucket,
  type CountConditions,
  type Coverage,
  type Facet,
  type FacetField,
  type FacetQuery,
  type Facets,
  type Histogram,
  type HistogramQuery,
  MAX_BUCKETS,
} from '@wardline/ports'
import { type Catalogue, tiersOf } from './catalogue.ts'
import { isTimeout, type SearchClient, unavailable } from './client.ts'
import type { IndexNames } from './names.ts'
import { coverageOf, filtersOf, type ShardCounts, TARGET, timesOf, timeWasOver } from './query.ts'

const FIELD: Readonly<Record<FacetField, string>> = {
  severityId: 'severity',
  category: 'category',
  eventType: 'type',
  logSourceId: 'source',
  assetId: 'asset',
}
/** Number of values that every shard returns: a field with at most this many is counted exactly. */
const SHARD_VALUES = 2000

interface Terms {
  readonly doc_count_error_upper_bound: number
  readonly sum_other_doc_count: number
  readonly buckets: readonly { readonly key: string | number; readonly doc_count: number }[]
}

interface CountAnswer {
  readonly timed_out: boolean
  readonly _shards: ShardCounts
  readonly hits: { readonly total?: { readonly value: number } }
  /** Absent if there is no index. */
  readonly aggregations?: Readonly<Record<string, unknown>>
}

export async function countFacets(
  client: SearchClient,
  names: IndexNames,
  catalogue: Catalogue,
  tenant: TenantId,
  q: FacetQuery,
): Promise<Facets> {
  const aggs = Object.fromEntries(
    q.fields.map(field => [field, { terms: { field: FIELD[field], size: q.top, shard_size: SHARD_VALUES } }]),
  )
  const { answer, coverage } = await count(client, names, catalogue, tenant, q, aggs, true)
  const terms = q.fields.map(field => [field, answer?.aggregations?.[field] as Terms | undefined] as const)
  return {
    facets: terms.map(([field, found]): Facet => {
      const values = (found?.buckets ?? []).map(({ key, doc_count }) => ({ value: key, count: doc_count }))
      return { field, values, truncated: (found?.sum_other_doc_count ?? 0) > 0 }
    }),
    total: answer?.hits.total?.value ?? 0,
    exact: terms.every(([, found]) => !(found && found.doc_count_error_upper_bound !== 0)),
    coverage,
  }
}

export async function countBuckets(
  client: SearchClient,
  names: IndexNames,
  catalogue: Catalogue,
  tenant: TenantId,
  q: HistogramQuery,
): Promise<Histogram> {
  interface Time {
    readonly buckets: readonly { readonly key: number; readonly doc_count: number; readonly severities: Terms }[]
  }
  const aggs = {
    time: {
      histogram: { field: 'time', interval: q.intervalMs, min_doc_count: 1 },
      aggs: { severities: { terms: { field: 'severity', size: 10 } } },
    },
  }
  const { answer, coverage } = await count(client, names, catalogue, tenant, q, aggs, false)
  const buckets = ((answer?.aggregations?.time as Time | undefined)?.buckets ?? []).slice(0, MAX_BUCKETS)
  return {
    buckets: buckets.map(
      ({ key, doc_count, severities }): Bucket => ({
        start: key,
        count: doc_count,
        bySeverity: Object.fromEntries(severities.buckets.map(s => [s.key, s.doc_count])),
      }),
    ),
    coverage,
  }
}

async function count(
  client: SearchClient,
  names: IndexNames,
  catalogue: Catalogue,
  tenant: TenantId,
  q: CountConditions,
  aggs: object,
  total: boolean,
): Promise<{ answer: CountAnswer | undefined; coverage: Coverage }> {
  const times = timesOf(q.deadlineMs)
  const tiers = await tiersOf(catalogue)
  try {
    const answer = await client.request<CountAnswer>({
      method: 'POST',
      path: `/${names.all}/_search`,
      query: { ...TARGET, ...times.query, routing: tenant, preference: tenant },
      body: { size: 0, query: { bool: { filter: filtersOf(tenant, q) } }, track_total_hits: total, aggs },
      timeoutMs: times.timeoutMs,
      retries: 1,
    })
    return { answer, coverage: answer.timed_out ? timeWasOver(tiers) : coverageOf(names, answer._shards, tiers) }
  } catch (error) {
    if (isTimeout(error)) return { answer: undefined, coverage: timeWasOver(tiers) }
    throw unavailable(error)
  }
}
