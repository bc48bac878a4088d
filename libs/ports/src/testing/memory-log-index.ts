import { type Clock, systemClock, type TenantId } from '@wardline/kernel'
import type { CountConditions } from '../log-counts.ts'
import type { LogIndex } from '../log-index.ts'
import type { IndexItem, PutResult } from '../log-item.ts'
import type { ExactFilters } from '../log-search.ts'
import { countBuckets, countReceipts, countValues } from './memory-counts.ts'
import { createMemoryPartitions } from './memory-partitions.ts'

export interface MemoryLogIndex extends LogIndex {
  /** Everything that was put, in order. */
  items(): readonly IndexItem[]
}

const COVERAGE = { tiers: ['hot'], incomplete: [] } as const

type Position = readonly [time: number, id: string]

/** A LogIndex in memory, for tests: the same promises except durability; no deadline ever passes. */
export function createMemoryLogIndex(clock: Clock = systemClock): MemoryLogIndex {
  const stored = new Map<string, IndexItem>()
  const parts = createMemoryPartitions(stored, clock)
  const keyOf = (tenant: TenantId, id: string): string => `${tenant}\n${id}`
  const eventOf = (item: IndexItem): Record<string, unknown> => structuredClone(item.event)
  const matching = (tenant: TenantId, query: CountConditions): IndexItem[] =>
    [...stored.values()].filter(item => item.tenantId === tenant && matches(item, query))

  return {
    capabilities: { refreshMs: 0, sealing: 'compacts' },
    ...parts.methods,
    async put(items) {
      return items.map((item): PutResult => {
        const key = keyOf(item.tenantId, item.eventId)
        const there = stored.get(key)
        if (there) return item.origin !== null && there.origin === item.origin ? 'created' : 'duplicate'
        stored.set(key, structuredClone({ ...item, partitionDay: parts.place(item) }))
        return 'created'
      })
    },
    async search(tenant, query) {
      const sign = query.order === 'asc' ? 1 : -1
      const after = query.after === undefined ? undefined : (JSON.parse(query.after) as Position)
      const found = matching(tenant, query)
        .filter(item => !after || sign * compare(positionOf(item), after) > 0)
        .sort((a, b) => sign * compare(positionOf(a), positionOf(b)))
      const page = found.slice(0, query.limit)
      const last = page.at(-1)
      return {
        items: page.map(item => ({ event: eventOf(item), tier: parts.tierOf(item) })),
        next: last && found.length > page.length ? JSON.stringify(positionOf(last)) : null,
        coverage: { tiers: parts.tiersWithin(query.from, query.to), incomplete: [] },
      }
    },
    async facets(tenant, query) {
      const found = matching(tenant, query)
      const facets = query.fields.map(field => countValues(found, field, query.top))
      return { facets, total: found.length, exact: true, coverage: COVERAGE }
    },
    async histogram(tenant, query) {
      return { buckets: countBuckets(matching(tenant, query), query.intervalMs), coverage: COVERAGE }
    },
    async countReceived(tenant, from, to) {
      const found = [...stored.values()].filter(
        item => item.tenantId === tenant && item.receivedAt >= from && item.receivedAt < to,
      )
      return { counts: countReceipts(found), coverage: COVERAGE }
    },
    async read(tenant, eventId) {
      const item = stored.get(keyOf(tenant, eventId))
      return item && { event: eventOf(item), tier: parts.tierOf(item) }
    },
    items: () => [...stored.values()],
  }
}

const positionOf = (item: IndexItem): Position => [item.eventTime, item.eventId]

const compare = (a: Position, b: Position): number => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0)

function matches(item: IndexItem, q: CountConditions): boolean {
  return (
    item.eventTime >= q.from &&
    item.eventTime < q.to &&
    !verdicts(item, q).includes(false) &&
    !verdicts(item, q.not ?? {}).includes(true) &&
    (q.words ?? []).every(word => [word].flat().some(w => item.words.includes(w)))
  )
}

/** For each filter, whether the event has one of its values; undefined without a filter. */
function verdicts({ filters: have }: IndexItem, wanted: ExactFilters): readonly (boolean | undefined)[] {
  const any = <T>(values: readonly T[] | undefined, ...own: readonly T[]): boolean | undefined =>
    values && own.some(value => values.includes(value))
  return [
    any(wanted.severityIds, have.severityId),
    any(wanted.categories, have.category),
    any(wanted.eventTypes, have.eventType),
    any(wanted.logSourceIds, have.logSourceId),
    any<string | null>(wanted.assetIds, have.assetId),
    any(wanted.users, ...have.users),
    any(wanted.ips, ...have.ips),
    any(wanted.hosts, ...have.hosts),
  ]
}
