import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { indexTokens, rfc3339, type TenantId } from '@wardline/kernel'
import { type Harness, type MakeEngine, range, someTenant } from './contract/harness.ts'
import { filters, idsOf, item, NOON, query } from './contract/index-samples.ts'
import { FACET_FIELDS } from './log-counts.ts'
import type { LogIndex } from './log-index.ts'
import type { IndexItem } from './log-item.ts'
import { type LogPartition, restoredClass } from './log-partitions.ts'
import type { SearchQuery } from './log-search.ts'

const id = (n: number): string => `evt_${String(n).padStart(6, '0')}`
const DAY = '2026-06-01'
const AT = Date.parse(`${DAY}T12:00:00Z`)
const span = { from: AT - 86_400_000, to: AT + 86_400_000 }

/** What every LogIndex promises of its partitions and their moves. */
export function logPartitionsContract(name: string, make: MakeEngine<LogIndex>): void {
  describe(`${name} has partitions that move`, () => {
    let harness: Harness<LogIndex>
    let index: LogIndex
    let tenant: TenantId
    beforeEach(async () => {
      harness = await make()
      index = harness.engine
      tenant = someTenant()
    })
    afterEach(() => harness.close())

    const old = (n: number, over: Parameters<typeof item>[2] = {}): IndexItem =>
      item(over.tenantId ?? tenant, id(n), { partitionDay: DAY, eventTime: AT + n, ...over })
    const put = async (...items: IndexItem[]) => {
      const results = await index.put(items)
      await sleep(index.capabilities.refreshMs)
      return results
    }
    const found = async (q: Partial<SearchQuery> = {}, of = tenant) =>
      idsOf((await index.search(of, query({ ...span, order: 'asc', ...q }))).items)
    const partition = async (day = DAY, retentionClass = 'default'): Promise<LogPartition | undefined> =>
      (await index.partitions()).find(p => p.day === day && p.retentionClass === retentionClass)
    const its = async (day = DAY): Promise<LogPartition> => (await partition(day)) as LogPartition
    const readAll = async (p: LogPartition, of = tenant, limit = 7): Promise<string[]> => {
      const ids: string[] = []
      for (let after: string | undefined; ; ) {
        const page = await index.readPartition(p, of, { limit, ...(after === undefined ? {} : { after }) })
        ids.push(...page.events.map(event => String(event.event_id)))
        if (page.next === null) return ids
        after = page.next
      }
    }

    it('are listed with their tenants, and read page by page', async () => {
      const other = someTenant()
      await put(...range(20).map(n => old(n, { eventTime: AT + (n >> 2) })), old(99, { tenantId: other }))
      await put(item(tenant, id(50)))
      const all = await index.partitions()
      expect(all.map(p => [p.day, p.retentionClass, p.tier]).sort()).toEqual([
        [DAY, 'default', 'hot'],
        ['2026-11-21', 'default', 'hot'],
      ])
      const p = await its()
      expect([...(await index.tenantsOf(p))].sort()).toEqual([tenant, other].sort())
      expect((await readAll(p)).sort()).toEqual(range(20).map(id))
      expect(await readAll(p, tenant, 1000)).toEqual(await readAll(p, tenant, 3))
      expect(await readAll(p, other)).toEqual([id(99)])
      expect(await readAll(p, someTenant())).toEqual([])
    })

    describe('seal', () => {
      it('makes one warm without changing what can be found in it; sealing again changes nothing', async () => {
        await put(...range(30).map(n => old(n, { summary: `word${n} common` })), item(tenant, id(50)))
        const before = await found({ words: ['common'] })
        const p = await its()
        await index.seal(p)
        await index.seal(p)
        expect(await its()).toEqual({ ...p, tier: 'warm' })
        expect(await found({ words: ['common'] })).toEqual(before)
        expect(await found({ words: ['word7'] })).toEqual([id(7)])
        expect(await index.read(tenant, id(7))).toMatchObject({ tier: 'warm' })
        expect(await index.read(tenant, id(50))).toMatchObject({ tier: 'hot' })
        const page = await index.search(tenant, query(span))
        expect(page.items[0]?.tier).toBe('warm')
        expect(page.coverage.tiers).toEqual(['hot', 'warm'])
        index = await harness.reopen()
        expect(await its()).toEqual({ ...p, tier: 'warm' })
        expect(await found({ words: ['word7'] })).toEqual([id(7)])
        expect((await readAll(p)).length).toBe(30)
      })

      it('puts late events into the current partition, once, however often they come', async () => {
        await put(old(1))
        const p = await its()
        await index.seal(p)
        expect(await put(old(1), old(2), old(2), old(3))).toEqual(['duplicate', 'created', 'duplicate', 'created'])
        expect(await put(old(2), old(3))).toEqual(['duplicate', 'duplicate'])
        expect(await found()).toEqual([1, 2, 3].map(id))
        expect(await index.read(tenant, id(2))).toMatchObject({ tier: 'hot' })
        expect(await readAll(p)).toEqual([id(1)])
        const today = rfc3339(Date.now()).slice(0, 10)
        expect((await readAll(await its(today))).sort()).toEqual([2, 3].map(id))
      })

      it('never fails a put, even when the current partition is sealed during puts', async () => {
        await put(old(0))
        const today = rfc3339(Date.now()).slice(0, 10)
        await put(item(tenant, id(900), { partitionDay: today }))
        const writing = range(20).map(n => put(...range(10).map(m => old(100 + n * 10 + m))))
        await Promise.all([index.seal(await its()), index.seal(await its(today)), ...writing])
        const results = await put(...range(200).map(n => old(100 + n)))
        expect(new Set(results)).toEqual(new Set(['duplicate']))
        expect(await found({ limit: 200 })).toHaveLength(200)
        expect(await put(item(tenant, id(901), { partitionDay: today }))).toEqual(['created'])
      })
    })

    describe('erase', () => {
      it.each(['hot', 'warm'])('removes events from a %s partition, with everything that finds them', async tier => {
        const other = someTenant()
        const marked = (n: number, of = tenant) =>
          old(n, {
            tenantId: of,
            words: indexTokens(n % 2 ? 'alice here' : 'bob here'),
            filters: filters({ users: [n % 2 ? 'alice' : 'bob'], severityId: 2 }),
            event: { event_id: id(n), event_time: rfc3339(AT + n), ingested_at: rfc3339(NOON) },
          })
        await put(...range(20).map(n => marked(n)), marked(1, other))
        if (tier === 'warm') await index.seal(await its())
        const p = await its()
        const gone = range(20).filter(n => n % 2)
        expect(
          await index.erase(
            p,
            gone.map(n => marked(n)),
          ),
        ).toBe(10)
        expect(
          await index.erase(
            p,
            gone.map(n => marked(n)),
          ),
        ).toBe(0)
        await index.purge(p)
        await index.purge(p)
        await sleep(index.capabilities.refreshMs)
        expect(await found({ users: ['alice'] })).toEqual([])
        expect(await found({ words: ['alice'] })).toEqual([])
        expect(await found()).toEqual(
          range(20)
            .filter(n => n % 2 === 0)
            .map(id),
        )
        expect(await index.read(tenant, id(1))).toBeUndefined()
        expect(await found({}, other)).toEqual([id(1)])
        const facets = await index.facets(tenant, { ...span, deadlineMs: 5000, fields: FACET_FIELDS, top: 5 })
        expect(facets.total).toBe(10)
        const { counts } = await index.countReceived(tenant, NOON - (NOON % 3_600_000), NOON + 3_600_000)
        expect(counts.reduce((sum, c) => sum + c.count, 0)).toBe(10)
        expect((await its()).tier).toBe(tier)
        index = await harness.reopen()
        expect(await found()).toHaveLength(10)
      })
    })

    describe('drop', () => {
      it('removes one, and only that one', async () => {
        await put(...range(5).map(n => old(n)), item(tenant, id(50)))
        const p = await its()
        await index.seal(p)
        await index.drop(p)
        await index.drop(p)
        expect(await found()).toEqual([])
        expect(await index.read(tenant, id(1))).toBeUndefined()
        expect(await partition()).toBeUndefined()
        expect(await index.tenantsOf(p)).toEqual([])
        expect(await readAll(p)).toEqual([])
        expect(await index.erase(p, [old(1)])).toBe(0)
        // A new event creates the partition again. The new one is a different partition: a caller that still has the
        // first one does not affect it.
        expect(await put(old(1))).toEqual(['created'])
        const anew = await its()
        expect(anew.id).not.toBe(p.id)
        expect(anew.tier).toBe('hot')
        await index.drop(p)
        await index.seal(p)
        await index.purge(p)
        expect(await its()).toEqual(anew)
        expect(await found()).toEqual([id(1)])
        index = await harness.reopen()
        expect(await found()).toEqual([id(1)])
        expect(await index.read(tenant, id(50))).toMatchObject({ tier: 'hot' })
      })
    })

    it('keeps restored events as cold, beside the other partitions, until they are dropped', async () => {
      const restored = (n: number) => old(n, { retentionClass: restoredClass('x1y2') })
      await put(old(9))
      expect(await put(...range(3).map(restored))).toEqual(['created', 'created', 'created'])
      expect(await put(...range(3).map(restored))).toEqual(['duplicate', 'duplicate', 'duplicate'])
      expect(await found()).toEqual([0, 1, 2, 9].map(id))
      expect(await index.read(tenant, id(1))).toMatchObject({ tier: 'cold' })
      expect((await index.search(tenant, query(span))).coverage.tiers).toEqual(['hot', 'cold'])
      const p = (await partition(DAY, restoredClass('x1y2'))) as LogPartition
      expect(p.tier).toBe('cold')
      await index.seal(p)
      expect(await put(restored(4))).toEqual(['created'])
      await index.drop(p)
      expect(await found()).toEqual([id(9)])
    })
  })
}
