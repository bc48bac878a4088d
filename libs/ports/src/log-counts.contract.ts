import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { HOUR_MS, type TenantId } from '@wardline/kernel'
import fc from 'fast-check'
import { cases } from './contract/cases.ts'
import { type Harness, type MakeEngine, range, someTenant } from './contract/harness.ts'
import { filters, item, NOON, query, sampleItems, sampleSearch, YEAR_1, YEAR_9999 } from './contract/index-samples.ts'
import { type CountConditions, FACET_FIELDS } from './log-counts.ts'
import type { LogIndex } from './log-index.ts'
import type { IndexItem } from './log-item.ts'
import { createMemoryLogIndex } from './testing/memory-log-index.ts'

const id = (n: number): string => `evt_${String(n).padStart(6, '0')}`
const MINUTE = 60_000
const DAY = 24 * HOUR_MS
/** Widths of buckets: some are multiples of the sums that an engine may keep, some are not. */
const WIDTHS = [MINUTE, 7 * MINUTE, HOUR_MS, 5 * MINUTE, DAY]

/** What every LogIndex promises about counting. */
export function logCountsContract(name: string, make: MakeEngine<LogIndex>): void {
  describe(`${name} counts`, () => {
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

    const put = async (items: readonly IndexItem[]) => {
      const results = await index.put(items)
      await sleep(index.capabilities.refreshMs)
      return results
    }
    const conditions = (over: Partial<CountConditions> = {}): CountConditions => {
      const { order: _, limit: __, after: ___, ...rest } = query(over)
      return rest
    }

    describe('facets', () => {
      it('are the most frequent values of each field, ties by value, and say when there are more', async () => {
        const sources = ['src_c', 'src_a', 'src_b', 'src_b', 'src_d', 'src_d', 'src_d']
        await put(
          sources.map((logSourceId, n) =>
            item(tenant, id(n), {
              filters: filters({ logSourceId, severityId: 1 + (n % 2), assetId: n < 2 ? 'ast_1' : null }),
            }),
          ),
        )
        const q = { ...conditions(), fields: ['logSourceId', 'severityId', 'assetId'] as const, top: 3 }
        expect(await index.facets(tenant, q)).toEqual({
          total: 7,
          exact: true,
          facets: [
            {
              field: 'logSourceId',
              values: [
                { value: 'src_d', count: 3 },
                { value: 'src_b', count: 2 },
                { value: 'src_a', count: 1 },
              ],
              truncated: true,
            },
            {
              field: 'severityId',
              values: [
                { value: 1, count: 4 },
                { value: 2, count: 3 },
              ],
              truncated: false,
            },
            { field: 'assetId', values: [{ value: 'ast_1', count: 2 }], truncated: false },
          ],
          coverage: { tiers: ['hot'], incomplete: [] },
        })
      })

      it('of nothing are empty, even without an index', async () => {
        const q = { ...conditions(), fields: FACET_FIELDS, top: 5 }
        const empty = FACET_FIELDS.map(field => ({ field, values: [], truncated: false }))
        expect(await index.facets(tenant, q)).toMatchObject({ total: 0, facets: empty })
        await put([item(tenant, id(1)), item(tenant, id(2), { filters: filters({ users: ['ann'] }) })])
        for (const none of [{ words: ['missing'] }, { categories: [] }, { to: q.from }, { users: ['bob'] }])
          expect(await index.facets(tenant, { ...q, ...none })).toMatchObject({ total: 0, facets: empty })
      })

      it("never count another tenant's events", async () => {
        await put([
          item(tenant, id(1)),
          item(other, id(2)),
          item(other, id(3), { filters: filters({ category: 'theirs' }) }),
        ])
        const q = { ...conditions(), fields: FACET_FIELDS, top: 5 }
        expect((await index.facets(tenant, q)).total).toBe(1)
        expect(JSON.stringify(await index.facets(tenant, q))).not.toContain('theirs')
      })
    })

    describe('a histogram', () => {
      it('has buckets at the multiples of its width, by severity, without the empty ones', async () => {
        const at = (n: number, eventTime: number, severityId = 1) =>
          item(tenant, id(n), { eventTime, filters: filters({ severityId }) })
        await put([
          at(1, NOON),
          at(2, NOON + HOUR_MS - 1, 4),
          at(3, NOON + HOUR_MS),
          at(4, NOON + 5 * HOUR_MS),
          at(5, NOON - 1),
        ])
        const q = { ...conditions({ from: NOON, to: NOON + 5 * HOUR_MS }), intervalMs: HOUR_MS }
        expect(await index.histogram(tenant, q)).toEqual({
          buckets: [
            { start: NOON, count: 2, bySeverity: { 1: 1, 4: 1 } },
            { start: NOON + HOUR_MS, count: 1, bySeverity: { 1: 1 } },
          ],
          coverage: { tiers: ['hot'], incomplete: [] },
        })
      })

      it('counts from and to exactly, within a bucket as well', async () => {
        await put(range(20).map(n => item(tenant, id(n), { eventTime: NOON + n * MINUTE })))
        for (const intervalMs of WIDTHS) {
          const q = { ...conditions({ from: NOON + 3 * MINUTE, to: NOON + 17 * MINUTE }), intervalMs }
          const { buckets } = await index.histogram(tenant, q)
          expect(buckets.reduce((sum, b) => sum + b.count, 0)).toBe(14)
          for (const { start } of buckets) expect(Math.abs(start % intervalMs)).toBe(0)
        }
      })

      it('supports the years 1 and 9999, and times before 1970', async () => {
        const times = [YEAR_1, YEAR_1 + DAY, -1, 0, YEAR_9999 - DAY, YEAR_9999]
        await put(times.map((eventTime, n) => item(tenant, id(n), { eventTime })))
        for (const time of times) {
          const q = { ...conditions({ from: time, to: time + 1 }), intervalMs: HOUR_MS }
          const start = Math.floor(time / HOUR_MS) * HOUR_MS
          expect((await index.histogram(tenant, q)).buckets).toEqual([{ start, count: 1, bySeverity: { 1: 1 } }])
          expect((await index.facets(tenant, { ...q, fields: [], top: 1 })).total).toBe(1)
        }
      })
    })

    it('like the model, for any events and any conditions', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constant(undefined).chain(() => {
            const tenants = [someTenant(), someTenant()] as const
            return fc.tuple(fc.constant(tenants[0]), sampleItems(tenants))
          }),
          fc.array(fc.tuple(sampleSearch, fc.constantFrom(...WIDTHS), fc.integer({ min: 1, max: 4 })), {
            minLength: 4,
            maxLength: 4,
          }),
          async ([mine, items], counts) => {
            const model = createMemoryLogIndex()
            for (const engine of [model, index]) await engine.put(items)
            await sleep(index.capabilities.refreshMs)
            for (const [q, intervalMs, top] of counts) {
              const facets = { ...conditions(q), fields: FACET_FIELDS, top }
              expect(await index.facets(mine, facets)).toEqual(await model.facets(mine, facets))
              // A histogram has at most 400 buckets.
              const near = { ...conditions(q), intervalMs }
              const to = Math.min(near.to, near.from + 399 * intervalMs)
              expect(await index.histogram(mine, { ...near, to })).toEqual(await model.histogram(mine, { ...near, to }))
            }
          },
        ),
        { numRuns: cases(30) },
      )
    })

    describe('what was received', () => {
      it('is counted by source and hour of receipt, whatever the event times, once per event', async () => {
        const hour = NOON - DAY
        const at = (n: number, logSourceId: string, receivedAt: number, partitionDay = '2026-11-21') =>
          item(tenant, id(n), { receivedAt, partitionDay, filters: filters({ logSourceId }) })
        await put([
          at(1, 'src_a', hour),
          at(2, 'src_a', hour + HOUR_MS - 1, '2026-01-01'),
          at(3, 'src_b', hour + HOUR_MS),
        ])
        await put([at(1, 'src_a', hour + HOUR_MS), at(4, 'src_a', hour - 1), at(5, 'src_a', hour + 2 * HOUR_MS)])
        await put([item(other, id(1), { receivedAt: hour })])
        expect(await index.countReceived(tenant, hour, hour + 2 * HOUR_MS)).toEqual({
          counts: [
            { logSourceId: 'src_a', hour, count: 2 },
            { logSourceId: 'src_b', hour: hour + HOUR_MS, count: 1 },
          ],
          coverage: { tiers: ['hot'], incomplete: [] },
        })
        expect((await index.countReceived(someTenant(), hour, hour + DAY)).counts).toEqual([])
      })

      it('is still known after a restart', async () => {
        await put(range(5).map(n => item(tenant, id(n))))
        index = await harness.reopen()
        await put([item(tenant, id(1)), item(tenant, id(9))])
        expect((await index.countReceived(tenant, NOON, NOON + HOUR_MS)).counts).toEqual([
          { logSourceId: 'src_a', hour: NOON, count: 6 },
        ])
      })
    })

    describe('a delivery', () => {
      it('is reported as created however often it comes; another delivery of the same event is a duplicate', async () => {
        const delivered = (n: number, origin: string | null, late = false) =>
          item(tenant, id(n), { origin, repeatable: true, ...(late && { partitionDay: '2026-11-22' }) })
        expect(await put([delivered(1, '0:1'), delivered(1, '0:2'), delivered(2, '0:3')])).toEqual([
          'created',
          'duplicate',
          'created',
        ])
        expect(await put([delivered(1, '0:2'), delivered(1, '0:1'), delivered(2, null), delivered(2, '0:3')])).toEqual([
          'duplicate',
          'created',
          'duplicate',
          'created',
        ])
        expect(await put([delivered(1, '0:1', true), delivered(2, '0:9', true)])).toEqual(['created', 'duplicate'])
        index = await harness.reopen()
        expect(await put([delivered(1, '0:1'), delivered(3, null)])).toEqual(['created', 'created'])
        expect(await put([delivered(3, '0:4')])).toEqual(['duplicate'])
      })
    })
  })
}
