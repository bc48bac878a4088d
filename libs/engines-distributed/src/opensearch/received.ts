import { HOUR_MS, type TenantId } from '@wardline/kernel'
import type { ReceivedCount, ReceivedCounts } from '@wardline/ports'
import { type Catalogue, tiersOf } from './catalogue.ts'
import { type SearchClient, unavailable } from './client.ts'
import type { IndexNames } from './names.ts'
import { coverageOf, type ShardCounts, TARGET } from './query.ts'

const PAGE = 1000

type Key = { readonly hour: number; readonly source: string }

interface Answer {
  readonly _shards: ShardCounts
  readonly aggregations?: {
    readonly sent: {
      readonly after_key?: Key
      readonly buckets: readonly { readonly key: Key; readonly doc_count: number }[]
    }
  }
}

/**
 * Events by source and hour of receipt, in pages: a composite aggregation misses nothing, however many sources there
 * are.
 */
export async function countReceived(
  client: SearchClient,
  names: IndexNames,
  catalogue: Catalogue,
  tenant: TenantId,
  from: number,
  to: number,
): Promise<ReceivedCounts> {
  const counts: ReceivedCount[] = []
  const tiers = await tiersOf(catalogue)
  for (let after: Key | undefined; ; ) {
    const sources = [
      { hour: { histogram: { field: 'received', interval: HOUR_MS } } },
      { source: { terms: { field: 'source' } } },
    ]
    const answer = await client
      .request<Answer>({
        method: 'POST',
        path: `/${names.all}/_search`,
        query: { ...TARGET, routing: tenant, preference: tenant },
        body: {
          size: 0,
          query: { bool: { filter: [{ term: { tenant } }, { range: { received: { gte: from, lt: to } } }] } },
          track_total_hits: false,
          aggs: { sent: { composite: { size: PAGE, sources, ...(after ? { after } : {}) } } },
        },
        retries: 1,
      })
      .catch(error => {
        throw unavailable(error)
      })
    const sent = answer.aggregations?.sent
    for (const { key, doc_count } of sent?.buckets ?? [])
      counts.push({ logSourceId: key.source, hour: key.hour, count: doc_count })
    const coverage = coverageOf(names, answer._shards, tiers)
    after = sent?.after_key
    if (!after || coverage.incomplete.length > 0) return { counts, coverage }
  }
}
