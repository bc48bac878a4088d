import type { TenantId } from '@wardline/kernel'
import type { IndexItem, LogIndex, SearchQuery } from '../log-index.ts'

export interface MemoryLogIndex extends LogIndex {
  /** Everything that was put, in order. */
  items(): readonly IndexItem[]
}

type Position = readonly [time: number, id: string]

/** A LogIndex in memory, for tests: the same promises but durability; everything is hot and no deadline is ever over. */
export function createMemoryLogIndex(): MemoryLogIndex {
  const stored = new Map<string, IndexItem>()
  const keyOf = (tenant: TenantId, id: string): string => `${tenant}\n${id}`
  const eventOf = (item: IndexItem): Record<string, unknown> => structuredClone(item.event)

  return {
    capabilities: { refreshMs: 0 },
    async put(items) {
      return items.map(item => {
        const key = keyOf(item.tenantId, item.eventId)
        if (stored.has(key)) return 'duplicate'
        stored.set(key, structuredClone(item))
        return 'created'
      })
    },
    async search(tenant, query) {
      const sign = query.order === 'asc' ? 1 : -1
      const after = query.after === undefined ? undefined : (JSON.parse(query.after) as Position)
      const found = [...stored.values()]
        .filter(item => item.tenantId === tenant && matches(item, query))
        .filter(item => !after || sign * compare(positionOf(item), after) > 0)
        .sort((a, b) => sign * compare(positionOf(a), positionOf(b)))
      const page = found.slice(0, query.limit)
      const last = page.at(-1)
      return {
        items: page.map(item => ({ event: eventOf(item), tier: 'hot' as const })),
        next: last && found.length > page.length ? JSON.stringify(positionOf(last)) : null,
        coverage: { tiers: ['hot'], incomplete: [] },
      }
    },
    async read(tenant, eventId) {
      const item = stored.get(keyOf(tenant, eventId))
      return item && { event: eventOf(item), tier: 'hot' }
    },
    items: () => [...stored.values()],
  }
}

const positionOf = (item: IndexItem): Position => [item.eventTime, item.eventId]

const compare = (a: Position, b: Position): number => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0)

function matches(item: IndexItem, q: SearchQuery): boolean {
  const f = item.filters
  const any = <T>(wanted: readonly T[] | undefined, ...have: readonly T[]): boolean =>
    wanted === undefined || have.some(value => wanted.includes(value))
  return (
    item.eventTime >= q.from &&
    item.eventTime < q.to &&
    any(q.severityIds, f.severityId) &&
    any(q.categories, f.category) &&
    any(q.eventTypes, f.eventType) &&
    any(q.logSourceIds, f.logSourceId) &&
    any<string | null>(q.assetIds, f.assetId) &&
    any(q.users, ...f.users) &&
    any(q.ips, ...f.ips) &&
    any(q.hosts, ...f.hosts) &&
    (q.words ?? []).every(word => item.words.includes(word))
  )
}
