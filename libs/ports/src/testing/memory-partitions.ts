import { type Clock, DAY_MS, rfc3339 } from '@wardline/kernel'
import type { IndexItem } from '../log-item.ts'
import { isRestoredClass, type LogPartition, type LogPartitions, type SubjectFilter } from '../log-partitions.ts'
import { TIERS, type Tier } from '../log-search.ts'

type Name = Pick<LogPartition, 'day' | 'retentionClass'>

/** The partitions of a log index in memory: which ones exist follows from the items. */
export function createMemoryPartitions(stored: Map<string, IndexItem>, clock: Clock) {
  const known = new Map<string, { readonly id: string; sealed: boolean }>()
  let made = 0
  const keyOf = ({ day, retentionClass }: Name): string => `${day}.${retentionClass}`
  const nameOf = (item: IndexItem): Name => ({ day: item.partitionDay, retentionClass: item.retentionClass })
  const tierOf = (name: Name): Tier => {
    if (isRestoredClass(name.retentionClass)) return 'cold'
    return known.get(keyOf(name))?.sealed ? 'warm' : 'hot'
  }
  const itemsOf = (p: Name & { readonly id: string }): [string, IndexItem][] =>
    known.get(keyOf(p))?.id === p.id ? [...stored].filter(([, item]) => keyOf(nameOf(item)) === keyOf(p)) : []

  const methods: LogPartitions = {
    async partitions() {
      return [...known].map(([key, { id }]) => {
        const [day = '', retentionClass = ''] = key.split('.')
        return { id, day, retentionClass, tier: tierOf({ day, retentionClass }) }
      })
    },
    async tenantsOf(p) {
      return [...new Set(itemsOf(p).map(([, item]) => item.tenantId))].sort()
    },
    async readPartition(p, tenant, { after, limit, of }) {
      const all = itemsOf(p)
        .map(([, item]) => item)
        .filter(item => item.tenantId === tenant && (!of || matchesSubject(item, of)))
        .sort((a, b) => a.eventTime - b.eventTime || (a.eventId < b.eventId ? -1 : 1))
      const start = after === undefined ? 0 : all.findIndex(item => item.eventId === after) + 1
      const page = all.slice(start, start + limit)
      return {
        events: page.map(item => structuredClone(item.event)),
        next: page.length < limit ? null : (page.at(-1)?.eventId ?? null),
      }
    },
    async seal(p) {
      const there = known.get(keyOf(p))
      if (there?.id === p.id && !isRestoredClass(p.retentionClass)) there.sealed = true
    },
    async erase(p, items) {
      const mine = new Map(itemsOf(p).map(([key, item]) => [`${item.tenantId} ${item.eventId}`, key]))
      return items.filter(item => {
        const key = mine.get(`${item.tenantId} ${item.eventId}`)
        return key !== undefined && stored.delete(key)
      }).length
    },
    purge: async () => true,
    async drop(p) {
      for (const [key] of itemsOf(p)) stored.delete(key)
      if (known.get(keyOf(p))?.id === p.id) known.delete(keyOf(p))
    },
  }
  return {
    methods,
    tierOf: (item: IndexItem): Tier => tierOf(nameOf(item)),
    tiersWithin(from: number, to: number): Tier[] {
      const found = new Set(
        [...stored.values()].flatMap(i => (i.eventTime >= from && i.eventTime < to ? tierOf(nameOf(i)) : [])),
      )
      return TIERS.filter(tier => tier === 'hot' || found.has(tier))
    },
    /** The day of the partition that an item goes to; the partition exists afterwards. */
    place(item: IndexItem): string {
      let at = nameOf(item)
      if (tierOf(at) === 'warm') at = { ...at, day: rfc3339(clock.now()).slice(0, 10) }
      while (tierOf(at) === 'warm') at = { ...at, day: rfc3339(Date.parse(at.day) + DAY_MS).slice(0, 10) }
      if (!known.has(keyOf(at))) known.set(keyOf(at), { id: `p${++made}`, sealed: false })
      return at.day
    },
  }
}

function matchesSubject({ filters: f }: IndexItem, of: SubjectFilter): boolean {
  const any = (wanted: readonly string[] | undefined, have: readonly (string | null)[]): boolean =>
    wanted === undefined || have.some(value => value !== null && wanted.includes(value))
  return any(of.users, f.users) && any(of.ips, f.ips) && any(of.hosts, f.hosts) && any(of.assetIds, [f.assetId])
}
