import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { TenantId } from '@wardline/kernel'
import fc from 'fast-check'
import { type Harness, type MakeEngine, someTenant } from './contract/harness.ts'
import { filters, item, NOON, query } from './contract/index-samples.ts'
import type { IndexItem, LogIndex, SearchQuery } from './log-index.ts'

const DAY = 86_400_000

/** An event of the plan: `step` is when it is put, 0 before the walk begins. */
interface Planned {
  readonly step: number
  readonly id: string
  readonly eventTime: number
  readonly severityId: number
}

/** Times that collide, lie on one day and on several; ids that begin alike. */
const planned: fc.Arbitrary<Planned> = fc.record({
  step: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 5 })),
  id: fc
    .tuple(fc.constantFrom('evt_a', 'evt_zz', 'evt_22', 'evt_'), fc.integer({ min: 0, max: 300 }))
    .map(([p, n]) => p + n.toString(36)),
  eventTime: fc.oneof(
    fc.integer({ min: 0, max: 3 }).map(n => NOON + n),
    fc
      .tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: DAY / 4 }))
      .map(([d, ms]) => NOON + d * DAY + ms),
  ),
  severityId: fc.integer({ min: 1, max: 2 }),
})
const plans = fc.uniqueArray(planned, { selector: p => p.id, minLength: 10, maxLength: 90 })

const walks: fc.Arbitrary<Pick<SearchQuery, 'order' | 'limit' | 'severityIds' | 'deadlineMs'>> = fc
  .record({
    order: fc.constantFrom('asc' as const, 'desc' as const),
    limit: fc.integer({ min: 1, max: 9 }),
    severityIds: fc.constantFrom(undefined, [1], [1, 2]),
    deadlineMs: fc.constantFrom(0, 10_000),
  })
  .map(({ severityIds, ...rest }) => ({ ...rest, ...(severityIds && { severityIds }) }))

/** What every LogIndex promises about a walk through its pages while events arrive. */
export function logWalkContract(name: string, make: MakeEngine<LogIndex>): void {
  describe(`a walk through ${name}`, () => {
    let harness: Harness<LogIndex>
    beforeEach(async () => {
      harness = await make()
    })
    afterEach(() => harness.close())

    const itemOf = (tenant: TenantId, { id, eventTime, severityId }: Planned): IndexItem =>
      item(tenant, id, {
        eventTime,
        partitionDay: new Date(eventTime).toISOString().slice(0, 10),
        filters: filters({ severityId }),
        event: { event_id: id, at: eventTime, severity_id: severityId },
      })

    /** Puts step after step, as quickly as the index takes them, beside whatever else goes on. */
    async function ingest(tenant: TenantId, plan: readonly Planned[], stop: { over: boolean }): Promise<void> {
      for (let step = 1; step <= 5; step++) {
        const now = plan.filter(p => p.step === step).map(p => itemOf(tenant, p))
        if (now.length > 0) await harness.engine.put(now)
        if (!stop.over) await sleep(1)
      }
    }

    it('never repeats, never skips what was there when it began, and keeps its order, while events arrive', async () => {
      const { engine } = harness
      await fc.assert(
        fc.asyncProperty(fc.constant(undefined).map(someTenant), plans, walks, async (tenant, plan, walk) => {
          const before = plan.filter(p => p.step === 0)
          await engine.put(before.map(p => itemOf(tenant, p)))
          await sleep(engine.capabilities.refreshMs)
          const stop = { over: false }
          const ingesting = ingest(tenant, plan, stop)
          const q = query({ from: NOON - 3 * DAY, to: NOON + 4 * DAY, ...walk })
          const seen: { event_id: string; at: number; severity_id: number }[] = []
          let pages = 0
          for (let after: string | undefined; ; ) {
            const page = await engine.search(tenant, after === undefined ? q : { ...q, after })
            seen.push(...page.items.map(i => i.event as unknown as (typeof seen)[number]))
            expect(++pages).toBeLessThan(2_000)
            if (page.next === null) break
            after = page.next
          }
          stop.over = true
          await ingesting

          const wanted = (severity: number): boolean => walk.severityIds?.includes(severity) ?? true
          const shown = seen.map(e => e.event_id)
          expect(new Set(shown).size).toBe(shown.length)
          expect(before.filter(p => wanted(p.severityId) && !shown.includes(p.id))).toEqual([])
          expect(seen.filter(e => !wanted(e.severity_id))).toEqual([])
          const sorted = seen.toSorted((a, b) => a.at - b.at || (a.event_id < b.event_id ? -1 : 1))
          expect(shown).toEqual((walk.order === 'asc' ? sorted : sorted.toReversed()).map(e => e.event_id))
        }),
        { numRuns: 40 },
      )
    })
  })
}
