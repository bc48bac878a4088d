import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { indexTokens, queryTokens, type TenantId } from '@wardline/kernel'
import fc from 'fast-check'
import { cases } from './contract/cases.ts'
import { type Harness, type MakeEngine, range, someTenant } from './contract/harness.ts'
import {
  filters,
  idsOf,
  item,
  NOON,
  query,
  sampleItems,
  sampleSearch,
  walkSearch,
  YEAR_1,
  YEAR_9999,
} from './contract/index-samples.ts'
import { TOKENIZER_CASES } from './contract/tokenizer-cases.ts'
import type { LogIndex } from './log-index.ts'
import type { IndexItem } from './log-item.ts'
import type { SearchQuery } from './log-search.ts'
import { createMemoryLogIndex } from './testing/memory-log-index.ts'

const id = (n: number): string => `evt_${String(n).padStart(6, '0')}`

/** What every LogIndex promises. */
export function logIndexContract(name: string, make: MakeEngine<LogIndex>): void {
  describe(`${name} is a LogIndex`, () => {
    let harness: Harness<LogIndex>
    let index: LogIndex
    let tenant: TenantId
    let other: TenantId

    beforeEach(async () => {
      harness = await make()
      index = harness.engine
      tenant = someTenant()
      other = someTenant()
    })
    afterEach(() => harness.close())

    const refreshed = () => sleep(index.capabilities.refreshMs)
    const put = async (items: readonly IndexItem[]) => {
      const results = await index.put(items)
      await refreshed()
      return results
    }
    const found = async (q: Partial<SearchQuery> = {}, of = tenant) => idsOf((await index.search(of, query(q))).items)

    describe('put', () => {
      it('returns one result per item, in order: created, then duplicate, and the first stays as it was', async () => {
        expect(
          await put([item(tenant, id(1)), item(tenant, id(2)), item(tenant, id(1), { summary: 'changed' })]),
        ).toEqual(['created', 'created', 'duplicate'])
        expect(await put([item(tenant, id(2), { summary: 'changed' }), item(tenant, id(3))])).toEqual([
          'duplicate',
          'created',
        ])
        expect((await index.read(tenant, id(1)))?.valueOf()).toMatchObject({ event: { summary: 'something happened' } })
        expect(await found({ words: ['changed'] })).toEqual([])
        expect(await put([])).toEqual([])
      })

      it('creates each event once, however many put it at the same time', async () => {
        const batches = range(16).map(() => range(20).map(n => item(tenant, id(n))))
        const results = (await Promise.all(batches.map(batch => index.put(batch)))).flat()
        await refreshed()
        expect(results.filter(r => r === 'created')).toHaveLength(20)
        expect(results.filter(r => r === 'duplicate')).toHaveLength(15 * 20)
        expect(await found()).toHaveLength(20)
      })

      it('keeps equal ids of two tenants apart', async () => {
        expect(
          await put([item(tenant, id(1), { summary: 'mine' }), item(other, id(1), { summary: 'theirs' })]),
        ).toEqual(['created', 'created'])
        expect(await found({ words: ['mine'] })).toEqual([id(1)])
        expect(await found({ words: ['theirs'] })).toEqual([])
      })

      it('finds a repeatable event wherever an earlier delivery put it, whatever day or class the next delivery names', async () => {
        const places = [
          {},
          { partitionDay: '2026-11-22' },
          { partitionDay: '2026-02-03' },
          { partitionDay: '2027-12-31', eventTime: NOON + 1 },
          { retentionClass: 'brief' },
          { partitionDay: '2026-06-06', retentionClass: 'brief' },
        ]
        const event = (n: number, place: object) => item(tenant, id(n), { repeatable: true, ...place })
        for (const [n, place] of places.entries()) expect(await put([event(n, place)])).toEqual(['created'])
        for (const again of places)
          expect(await put(places.map((_, n) => event(n, again)))).toEqual(places.map(() => 'duplicate'))
        expect(await put([event(50, places[2]!), event(50, places[4]!)])).toEqual(['created', 'duplicate'])
        index = await harness.reopen()
        await refreshed()
        for (const again of places)
          expect(await put(places.map((_, n) => event(n, again)))).toEqual(places.map(() => 'duplicate'))
        expect(await put([event(50, places[5]!), event(51, places[5]!)])).toEqual(['duplicate', 'created'])
        expect((await found({ to: NOON + 2 })).sort()).toEqual([0, 1, 2, 3, 4, 5, 50, 51].map(id))
      })

      it('puts a repeatable event once, even if many put it into many places at the same time', async () => {
        const days = range(6).map(n => `2026-0${n + 1}-01`)
        const batches = range(12).map(n =>
          range(10).map(m => item(tenant, id(m), { repeatable: true, partitionDay: days[(n + m) % 6] as string })),
        )
        const results = (await Promise.all(batches.map(batch => index.put(batch)))).flat()
        await refreshed()
        expect(results.filter(r => r === 'created')).toHaveLength(10)
        expect((await found()).sort()).toEqual(range(10).map(id))
      })

      it('returns the same for a delivery however often it comes, also when another delivery of the event was first', async () => {
        const first = item(tenant, id(1), { repeatable: true, origin: '0:1' })
        const second = item(tenant, id(1), { repeatable: true, origin: '0:2', partitionDay: '2026-03-01' })
        expect(await put([first, second])).toEqual(['created', 'duplicate'])
        for (let i = 0; i < 2; i++) expect(await put([second, first])).toEqual(['duplicate', 'created'])
      })

      it('is searchable and readable after a restart', async () => {
        await put([item(tenant, id(1))])
        index = await harness.reopen()
        await refreshed()
        expect(await found()).toEqual([id(1)])
        expect(await put([item(tenant, id(1))])).toEqual(['duplicate'])
      })
    })

    describe('read', () => {
      it('returns the event as it was put, from any partition, and of no other tenant', async () => {
        const event = { event_id: id(1), nested: { text: 'ß\u0000\n\ud800', list: [1, null, true] } }
        await put([item(tenant, id(1), { event, partitionDay: '2026-01-01' }), item(tenant, id(2))])
        expect(await index.read(tenant, id(1))).toEqual({ event, tier: 'hot' })
        expect(await index.read(other, id(1))).toBeUndefined()
        expect(await index.read(tenant, id(3))).toBeUndefined()
      })
    })

    describe('search', () => {
      it('orders by event time, ties by event id, both ways', async () => {
        const items = range(30).map(n => item(tenant, id((n * 7) % 30), { eventTime: NOON + (((n * 7) % 30) >> 3) }))
        await put(items)
        expect(await found({ order: 'asc', to: NOON + 9 })).toEqual(range(30).map(id))
        expect(await found({ order: 'desc', to: NOON + 9 })).toEqual(range(30).reverse().map(id))
      })

      it('takes `from` as inclusive and `to` as exclusive, whatever partition an event lies in', async () => {
        const at = (n: number, partitionDay: string) => item(tenant, id(n), { eventTime: NOON + n, partitionDay })
        await put([at(1, '2026-11-21'), at(2, '2026-01-01'), at(3, '2027-12-31'), at(4, '2026-11-21')])
        expect(await found({ from: NOON + 1, to: NOON + 4, order: 'asc' })).toEqual([id(1), id(2), id(3)])
        expect(await found({ from: NOON + 2, to: NOON + 2 })).toEqual([])
      })

      it('finds events of the years 1 and 9999, in order', async () => {
        const all = [YEAR_1, YEAR_1 + 1, NOON, YEAR_9999 - 1, YEAR_9999]
        await put(all.map((eventTime, n) => item(tenant, id(n), { eventTime })))
        const everything = { from: YEAR_1, to: YEAR_9999 + 1 }
        expect(await found({ ...everything, order: 'asc' })).toEqual(range(5).map(id))
        expect(await found({ ...everything, order: 'desc' })).toEqual(range(5).reverse().map(id))
        expect(await found({ from: YEAR_1 + 1, to: YEAR_9999, order: 'asc' })).toEqual([1, 2, 3].map(id))
        expect(await walkSearch(index, tenant, query({ ...everything, limit: 1 }))).toEqual(range(5).reverse().map(id))
      })

      it('joins filters by AND and the values of one by OR; values are compared as they are', async () => {
        await put([
          item(tenant, id(1), { filters: filters({ severityId: 1, users: ['ann', 'bob'], ips: ['10.0.0.1'] }) }),
          item(tenant, id(2), { filters: filters({ severityId: 4, users: ['Ann'], hosts: ['h 1'] }) }),
          item(tenant, id(3), {
            filters: filters({ severityId: 5, category: 'iam', eventType: 'authentication', assetId: 'ast_1' }),
          }),
          item(tenant, id(4), { filters: filters({ logSourceId: 'src_b', hosts: ['h'] }) }),
        ])
        const cases: [Partial<SearchQuery>, number[]][] = [
          [{ severityIds: [4, 5] }, [2, 3]],
          [{ severityIds: [4, 5], users: ['Ann'] }, [2]],
          [{ users: ['ann'] }, [1]],
          [{ users: ['bob', 'Ann'] }, [1, 2]],
          [{ ips: ['10.0.0.1'] }, [1]],
          [{ ips: ['10.0.0'] }, []],
          [{ hosts: ['h 1'] }, [2]],
          [{ hosts: ['h'] }, [4]],
          [{ categories: ['iam'], eventTypes: ['authentication'] }, [3]],
          [{ assetIds: ['ast_1', 'ast_2'] }, [3]],
          [{ logSourceIds: ['src_b'] }, [4]],
          [{ logSourceIds: ['src_unknown'] }, []],
          [{ users: ['ann" OR "bob', '*'] }, []],
          [{ words: ['ann'] }, []],
          [{ not: { severityIds: [4, 5] } }, [1, 4]],
          [{ not: { users: ['ann', 'Ann'] } }, [3, 4]],
          [{ not: { users: ['bo'], hosts: ['h'], assetIds: ['ast_1'] } }, [1, 2]],
          [{ not: { categories: ['iam'], ips: ['10.0.0.1'] }, logSourceIds: ['src_b', 'src_unknown'] }, [4]],
          [{ not: { logSourceIds: ['src_b'], eventTypes: [] }, hosts: ['h', 'h 1'] }, [2]],
          [{ not: { users: ['ann" OR "bob', '*', 'x) OR (y'] } }, [1, 2, 3, 4]],
          [{ not: {}, severityIds: [5] }, [3]],
          [{ not: { severityIds: [5] }, severityIds: [5] }, []],
        ]
        for (const [q, expected] of cases)
          expect([q, await found({ ...q, order: 'asc' })]).toEqual([q, expected.map(id)])
      })

      it('agrees with the shared table on which words find which text', async () => {
        await put(TOKENIZER_CASES.map(([text], n) => item(tenant, id(n), { words: indexTokens(text) })))
        const wrong: unknown[] = []
        for (const [n, [text, q, expected]] of TOKENIZER_CASES.entries()) {
          const hits = await walkSearch(index, tenant, query({ words: queryTokens(q), limit: 200 }))
          if (hits.includes(id(n)) !== expected) wrong.push([text, q, expected])
        }
        expect(wrong).toEqual([])
      })

      it("never shows another tenant's events", async () => {
        await put(range(5).map(n => item(tenant, id(n), { summary: 'secret', filters: filters({ users: ['ann'] }) })))
        await put([item(other, id(9), { summary: 'public' })])
        for (const q of [{}, { words: ['secret'] }, { users: ['ann'] }, { severityIds: [1] }])
          expect(await found(q, other)).toEqual(Object.keys(q)[0] === 'words' || 'users' in q ? [] : [id(9)])
        const page = await index.search(tenant, query({ limit: 2 }))
        expect(idsOf((await index.search(other, query({ after: page.next ?? '' }))).items)).not.toContain(id(0))
      })

      it('returns the same as the model, page by page, for any events and any query', async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.constant(undefined).chain(() => {
              const tenants = [someTenant(), someTenant()] as const
              return fc.tuple(fc.constant(tenants[0]), sampleItems(tenants))
            }),
            fc.array(sampleSearch, { minLength: 3, maxLength: 3 }),
            async ([mine, items], searches) => {
              const model = createMemoryLogIndex()
              for (const engine of [model, index]) expect(await engine.put(items)).toEqual(items.map(() => 'created'))
              await refreshed()
              for (const q of searches)
                expect(await walkSearch(index, mine, q)).toEqual(await walkSearch(model, mine, q))
            },
          ),
          { numRuns: cases(40) },
        )
      })

      it('keeps the order among very many events of one millisecond', async () => {
        const ids = range(600).map(n => id((n * 331) % 600))
        await put(ids.map(e => item(tenant, e)))
        const sorted = [...ids].sort()
        expect(await walkSearch(index, tenant, query({ order: 'asc', limit: 37 }))).toEqual(sorted)
        expect(await walkSearch(index, tenant, query({ order: 'desc', limit: 200 }))).toEqual([...sorted].reverse())
      })

      it('says what it has not searched when the deadline is over, and continues from there', async () => {
        const days = range(20).map(n => `2026-10-${String(n + 1).padStart(2, '0')}`)
        await put(
          days.map((partitionDay, n) => item(tenant, id(n), { partitionDay, eventTime: Date.parse(partitionDay) })),
        )
        const q = query({ from: Date.parse('2026-10-01'), to: NOON, order: 'asc', deadlineMs: 0 })
        let pages = 0
        const walked = await walkSearch(index, tenant, q, async page => {
          expect(++pages).toBeLessThan(1000)
          const cut = page.coverage.incomplete.some(i => i.reason === 'deadline')
          if (page.items.length < q.limit) expect(cut).toBe(page.next !== null)
        })
        expect(walked).toEqual(range(20).map(id))
      })
    })
  })
}
