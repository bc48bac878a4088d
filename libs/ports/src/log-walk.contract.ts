import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { TenantId } from '@wardline/kernel'
import { DAY_MS } from '@wardline/kernel'
import fc from 'fast-check'
import { cases } from './contract/cases.ts'
import { type Harness, type MakeEngine, someTenant } from './contract/harness.ts'
import { filters, item, NOON, query } from './contract/index-samples.ts'
import type { LogIndex } from './log-index.ts'
import type { IndexItem } from './log-item.ts'
import type { SearchQuery } from './log-search.ts'

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
      .tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: DAY_MS / 4 }))
      .map(([d, ms]) => NOON + d * DAY_MS + ms),
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

/**
 * What the tier mover does to a partition during a walk: `page` says when, `day` which one, counted from the middle
 * one.
 */
interface Move {
  readonly page: number
  readonly day: number
  readonly kind: 'seal' | 'drop'
}
const moves: fc.Arbitrary<Move[]> = fc.uniqueArray(
  fc.record({
    page: fc.integer({ min: 0, max: 6 }),
    day: fc.integer({ min: -2, max: 2 }),
    kind: fc.constantFrom('seal' as const, 'seal' as const, 'drop' as const),
  }),
  { selector: m => m.day, minLength: 1, maxLength: 3 },
)

interface Shown {
  readonly event_id: string
  readonly at: number
  readonly severity_id: number
}

/** What every LogIndex promises about a walk through its pages while events arrive and partitions change their tier. */
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

    /** Puts step after step, as quickly as the index accepts them, in parallel with everything else. */
    async function ingest(tenant: TenantId, plan: readonly Planned[], stop: { over: boolean }): Promise<void> {
      for (let step = 1; step <= 5; step++) {
        const now = plan.filter(p => p.step === step).map(p => itemOf(tenant, p))
        if (now.length > 0) await harness.engine.put(now)
        if (!stop.over) await sleep(1)
      }
    }

    /** All pages. @param between runs before each of them. */
    async function walkAll(tenant: TenantId, q: SearchQuery, between: (page: number) => void): Promise<Shown[]> {
      const seen: Shown[] = []
      let pages = 0
      for (let after: string | undefined; ; ) {
        between(pages)
        const page = await harness.engine.search(tenant, after === undefined ? q : { ...q, after })
        seen.push(...page.items.map(i => i.event as unknown as Shown))
        expect(++pages).toBeLessThan(2_000)
        if (page.next === null) return seen
        after = page.next
      }
    }

    /** Each event once, in order, nothing outside the query; and all of `certain`. */
    function expectWalk(
      seen: readonly Shown[],
      q: Pick<SearchQuery, 'order' | 'severityIds'>,
      certain: readonly Planned[],
    ) {
      const wanted = (severity: number): boolean => q.severityIds?.includes(severity) ?? true
      const shown = seen.map(e => e.event_id)
      expect(new Set(shown).size).toBe(shown.length)
      expect(certain.filter(p => wanted(p.severityId) && !shown.includes(p.id))).toEqual([])
      expect(seen.filter(e => !wanted(e.severity_id))).toEqual([])
      const sorted = seen.toSorted((a, b) => a.at - b.at || (a.event_id < b.event_id ? -1 : 1))
      expect(shown).toEqual((q.order === 'asc' ? sorted : sorted.toReversed()).map(e => e.event_id))
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
          const q = query({ from: NOON - 3 * DAY_MS, to: NOON + 4 * DAY_MS, ...walk })
          const seen = await walkAll(tenant, q, () => {})
          stop.over = true
          await ingesting
          expectWalk(seen, walk, before)
        }),
        { numRuns: cases(40) },
      )
    })

    it('does so while partitions are sealed, too; it may miss events of one that is dropped, but repeats none', async () => {
      const { engine } = harness
      let runs = 0
      await fc.assert(
        fc.asyncProperty(plans, walks, moves, async (planned, walk, plannedMoves) => {
          const tenant = someTenant()
          // Its own days, because those of earlier runs are sealed.
          const shift = -20 * DAY_MS * ++runs
          const plan = planned.map(p => ({ ...p, eventTime: p.eventTime + shift }))
          const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
          const before = plan.filter(p => p.step === 0)
          await engine.put(before.map(p => itemOf(tenant, p)))
          await sleep(engine.capabilities.refreshMs)
          const stop = { over: false }
          const ingesting = ingest(tenant, plan, stop)
          const move = async ({ day, kind }: Move): Promise<void> => {
            const wanted = dayOf(NOON + shift + day * DAY_MS)
            const partition = (await engine.partitions()).find(p => p.day === wanted)
            if (partition) await engine[kind](partition)
          }
          const moving: Promise<void>[] = []
          const q = query({ from: NOON + shift - 3 * DAY_MS, to: NOON + shift + 4 * DAY_MS, ...walk })
          const seen = await walkAll(tenant, q, page => {
            moving.push(...plannedMoves.filter(m => m.page === page).map(move))
          })
          stop.over = true
          await Promise.all([ingesting, ...moving])
          const dropped = plannedMoves.filter(m => m.kind === 'drop').map(m => dayOf(NOON + shift + m.day * DAY_MS))
          expectWalk(
            seen,
            walk,
            before.filter(p => !dropped.includes(dayOf(p.eventTime))),
          )
        }),
        { numRuns: cases(6), endOnFailure: true },
      )
    })
  })
}
