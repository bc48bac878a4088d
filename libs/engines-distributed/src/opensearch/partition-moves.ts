import { setTimeout as sleep } from 'node:timers/promises'
import { type TenantId, tenantId } from '@wardline/kernel'
import {
  type IndexItem,
  isRestoredClass,
  type LogPartition,
  type LogPartitions,
  type PartitionPage,
} from '@wardline/ports'
import type { Catalogue, IndexedPartition } from './catalogue.ts'
import { type SearchClient, statusOf, unavailable } from './client.ts'
import { documentId } from './document.ts'
import type { FirstPlaces } from './first-places.ts'
import { putSettings, refresh } from './index-calls.ts'
import type { IndexNames } from './names.ts'
import type { Partitions } from './partitions.ts'
import { createPurge } from './purge.ts'
import { conditionsOf } from './query.ts'

const TENANTS_PAGE = 1000
/** A merge of a large partition takes minutes. It continues in the cluster while we poll for it. */
const MERGE_POLL_MS = 200

export interface MoveParts {
  readonly client: SearchClient
  readonly names: IndexNames
  readonly partitions: Partitions
  readonly firstPlaces: FirstPlaces
  readonly catalogue: Catalogue
  /** Where sealed partitions belong; undefined if the cluster does not distinguish nodes. */
  readonly warm: { readonly attribute: string; readonly value: string } | undefined
}

/** Partitions in OpenSearch: one index each. A sealed one has a write block, and no alias for writes. */
export function createPartitionMoves(parts: MoveParts): LogPartitions {
  const { client, names, partitions, firstPlaces, catalogue } = parts

  /** The partition as it is now; undefined when it is gone, even if another one has its name. */
  const find = async ({ id }: LogPartition): Promise<IndexedPartition | undefined> =>
    (await catalogue.fresh()).find(p => p.id === id)

  const purgeIndex = createPurge(client, index => merge(client, index, { only_expunge_deletes: true }))

  return {
    async partitions() {
      const all = await catalogue.fresh().catch(error => {
        throw unavailable(error)
      })
      return all.map(({ id, day, retentionClass, tier }) => ({ id, day, retentionClass, tier }))
    },
    async tenantsOf(partition) {
      const there = await find(partition)
      if (!there) return []
      await refresh(client, there.index)
      return tenantsIn(client, there.index)
    },
    async readPartition(partition, tenant, page) {
      const there = (await catalogue.recent()).find(p => p.id === partition.id) ?? (await find(partition))
      if (!there) return { events: [], next: null }
      if (page.after === undefined) await refresh(client, there.index)
      return readPage(client, there.index, tenant, page)
    },
    async seal(partition) {
      const there = await find(partition)
      if (!there || isRestoredClass(there.retentionClass)) return
      const remove = { index: there.index, alias: names.writeAlias(there), must_exist: false }
      await client.request({ method: 'POST', path: '/_aliases', body: { actions: [{ remove }] }, retries: 1 })
      partitions.forget(there)
      const { warm } = parts
      await putSettings(client, there.index, {
        'index.blocks.write': true,
        ...(warm ? { [`index.routing.allocation.require.${warm.attribute}`]: warm.value } : {}),
      })
      catalogue.forget()
      await refresh(client, there.index)
      await merge(client, there.index, { max_num_segments: 1 })
    },
    async erase(partition, items) {
      const there = await find(partition)
      if (!there || items.length === 0) return 0
      // Without its block it counts as hot until it is blocked again; nothing is put there, because no alias leads to
      // it.
      if (there.tier === 'warm') await putSettings(client, there.index, { 'index.blocks.write': false })
      const erased = await deleteAll(client, there.index, items)
      await refresh(client, there.index)
      if (there.tier === 'warm') await putSettings(client, there.index, { 'index.blocks.write': true })
      catalogue.forget()
      return erased
    },
    async purge(partition) {
      const there = await find(partition)
      return there === undefined || purgeIndex(there.index)
    },
    async drop(partition) {
      const there = await find(partition)
      if (!there) return
      try {
        await client.request({ method: 'DELETE', path: `/${there.index}`, retries: 1 })
      } catch (error) {
        if (statusOf(error) !== 404) throw error
      }
      partitions.forget(there)
      catalogue.forget()
      await firstPlaces.tidy()
    },
  }
}

async function tenantsIn(client: SearchClient, index: string): Promise<TenantId[]> {
  interface Answer {
    readonly aggregations?: {
      readonly tenants: {
        readonly after_key?: object
        readonly buckets: readonly { readonly key: { tenant: string } }[]
      }
    }
  }
  const tenants: TenantId[] = []
  for (let after: object | undefined; ; ) {
    const sources = [{ tenant: { terms: { field: 'tenant' } } }]
    const answer = await client.request<Answer>({
      method: 'POST',
      path: `/${index}/_search`,
      query: { allow_partial_search_results: false },
      body: { size: 0, aggs: { tenants: { composite: { size: TENANTS_PAGE, sources, ...(after ? { after } : {}) } } } },
      retries: 1,
    })
    const found = answer.aggregations?.tenants
    tenants.push(...(found?.buckets ?? []).map(({ key }) => tenantId(key.tenant)))
    after = found?.after_key
    if (!after) return tenants
  }
}

async function readPage(
  client: SearchClient,
  index: string,
  tenant: TenantId,
  { after, limit, of }: Parameters<LogPartitions['readPartition']>[2],
): Promise<PartitionPage> {
  interface Answer {
    readonly hits: {
      readonly hits: readonly { readonly _source: { readonly event: string }; readonly sort: unknown }[]
    }
  }
  const { hits } = await client.request<Answer>({
    method: 'POST',
    path: `/${index}/_search`,
    query: { allow_partial_search_results: false, routing: tenant },
    body: {
      size: limit,
      query: { bool: { filter: [{ term: { tenant } }, ...conditionsOf(of ?? {})] } },
      sort: [{ time: 'asc' }, { id: 'asc' }],
      _source: ['event'],
      track_total_hits: false,
      ...(after === undefined ? {} : { search_after: JSON.parse(after) }),
    },
    retries: 1,
  })
  const last = hits.hits.at(-1)
  return {
    events: hits.hits.map(hit => JSON.parse(hit._source.event) as Record<string, unknown>),
    next: last && hits.hits.length === limit ? JSON.stringify(last.sort) : null,
  }
}

async function deleteAll(client: SearchClient, index: string, items: readonly IndexItem[]): Promise<number> {
  interface Answer {
    readonly items: readonly { readonly delete: { readonly status: number } }[]
  }
  const lines = items.map(({ tenantId: tenant, eventId }) =>
    JSON.stringify({ delete: { _index: index, _id: documentId(tenant, eventId), routing: tenant } }),
  )
  const answer = await client.request<Answer>({ method: 'POST', path: '/_bulk', lines, retries: 1 })
  const failed = answer.items.find(({ delete: { status } }) => status !== 200 && status !== 404)
  if (failed) throw unavailable(new Error(`a deletion was answered with ${failed.delete.status}`))
  return answer.items.filter(({ delete: { status } }) => status === 200).length
}

/** Runs as a task of the cluster, so that no connection has to stay open that long. */
async function merge(client: SearchClient, index: string, how: Record<string, number | boolean>): Promise<void> {
  const { task } = await client.request<{ task?: string }>({
    method: 'POST',
    path: `/${index}/_forcemerge`,
    query: { ...how, wait_for_completion: false },
  })
  for (let done = task === undefined; !done; ) {
    await sleep(MERGE_POLL_MS)
    const answer = await client
      .request<{ completed: boolean }>({ method: 'GET', path: `/_tasks/${task}`, retries: 1 })
      // A task whose node is gone has ended, and so has an unknown one: merging only affects space and speed.
      .catch(error => {
        if (statusOf(error) === 404) return { completed: true }
        throw error
      })
    done = answer.completed
  }
}
