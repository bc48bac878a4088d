import { describe, expect, it } from '@jest/globals'
import type { CorrelationEvent } from '@wardline/registries'
import fc from 'fast-check'
import { type CorrelationRule, compileRules } from '../rules/compile-rules.ts'
import { MAX_GROUP_EVENTS, withinBounds } from './bounds.ts'
import { addEvents, type Counted, fire, satisfiedWindows } from './windows.ts'

const base = (name: string) => `---
title: ${name}
name: ${name}
logsource: { product: app }
detection: { s: { x: 1 }, condition: s }
`
function correlation(yaml: string): CorrelationRule {
  const [report] = compileRules([{ name: 'r', text: `title: C\ncorrelation: ${yaml}\n${base('a')}${base('b')}` }])
  if (report?.compiled?.kind !== 'correlation') throw new Error(report?.fault?.reason)
  return report.compiled
}
const count = (condition: string) =>
  correlation(`{type: event_count, rules: [a, b], group-by: [], timespan: 10s, condition: ${condition}}`)

const event = (t: number, extra: Partial<CorrelationEvent> = {}): CorrelationEvent => ({
  id: `evt_${String(t).padStart(4, '0')}`,
  t: t * 1000,
  src: 's',
  ast: null,
  v: null,
  b: 'a',
  cor: 'c',
  env: 'e',
  ...extra,
})
const counted = (rule: CorrelationRule, events: readonly CorrelationEvent[]): Counted =>
  addEvents(rule, { events: [], fired: [] }, events)
const windows = (
  rule: CorrelationRule,
  events: readonly CorrelationEvent[],
  until = Number.POSITIVE_INFINITY,
): number[][] => satisfiedWindows(rule, counted(rule, events), until).map(window => window.map(e => e.t / 1000))
const at = (...times: number[]) => times.map(t => event(t))

describe('event_count', () => {
  it('is satisfied at the event that completes the count, and starts again after it', () => {
    expect(windows(count('{gte: 3}'), at(1, 2, 3, 4, 5, 6, 7))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ])
  })
  it('counts only within the timespan: an event exactly one timespan earlier does not count', () => {
    expect(windows(count('{gte: 3}'), at(1, 6, 11))).toEqual([])
    expect(windows(count('{gte: 3}'), at(2, 6, 11))).toEqual([[2, 6, 11]])
  })
  it('supports the other comparisons and ranges', () => {
    expect(windows(count('{gt: 2}'), at(1, 2, 3))).toEqual([[1, 2, 3]])
    expect(windows(count('{eq: 2}'), at(1, 2, 3))).toEqual([[1, 2]])
    expect(windows(count('{lt: 2}'), at(1, 20))).toEqual([[1], [20]])
    expect(windows(count('{neq: 1}'), at(1, 2, 3))).toEqual([[1, 2]])
    expect(windows(count('{gte: 2, lt: 3}'), at(1, 2))).toEqual([[1, 2]])
  })
  it('waits for the watermark to pass the anchor', () => {
    expect(windows(count('{gte: 2}'), at(1, 2, 3, 4), 4_000)).toEqual([[1, 2]])
    expect(windows(count('{gte: 2}'), at(1, 2), 2_000)).toEqual([])
  })
  it('counts an event once, even if it matched several rules', () => {
    expect(windows(count('{gte: 2}'), [event(1), event(1, { b: 'b' })])).toEqual([])
  })
})

describe('the other correlations', () => {
  it('value_count counts distinct values', () => {
    const rule = correlation(
      '{type: value_count, rules: [a], group-by: [], timespan: 10s, condition: {field: u, gte: 2}}',
    )
    expect(windows(rule, [event(1, { v: 'x' }), event(2, { v: 'x' }), event(3, { v: 'y' })])).toEqual([[1, 2, 3]])
    expect(windows(rule, [event(1, { v: 'y' }), event(12, { v: 'x' })])).toEqual([])
  })
  it('temporal requires each of its rules in any order; temporal_ordered requires their order', () => {
    const any = correlation('{type: temporal, rules: [a, b], group-by: [], timespan: 10s}')
    const ordered = correlation('{type: temporal_ordered, rules: [a, b], group-by: [], timespan: 10s}')
    const ba = [event(1, { b: 'b' }), event(2)]
    const ab = [event(1), event(2, { b: 'b' })]
    expect([windows(any, ba), windows(any, ab), windows(any, at(1, 2))]).toEqual([[[1, 2]], [[1, 2]], []])
    expect([windows(ordered, ba), windows(ordered, ab)]).toEqual([[], [[1, 2]]])
  })
})

describe('the result of correlations', () => {
  const times = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })
  const history = fc.tuple(times, fc.constantFrom('event_count', 'value_count'), fc.integer({ min: 1, max: 5 }))

  it('depends only on the set of events within the lateness, not on their order, repeats or the moves of the watermark', () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), ([moments, type, n], delays) => {
        const rule = correlation(
          `{type: ${type}, rules: [a], group-by: [], timespan: 10s, condition: {${type === 'value_count' ? 'field: u, ' : ''}gte: ${n}}}`,
        )
        const events = moments.map((t, i) => event(t, { id: `evt_${i}`, v: `v${(t * 7 + i) % 4}` }))
        const expected = satisfiedWindows(rule, counted(rule, events), Number.POSITIVE_INFINITY).map(w =>
          w.map(e => e.id),
        )

        // Each event arrives up to nine seconds late, some twice. The watermark is ten seconds behind the newest.
        const arrivals = events
          .flatMap(e => [e, ...((e.t / 1000) % 3 === 0 ? [e] : [])])
          .map(e => ({ e, arrival: e.t + delays.next().value * 1000 }))
          .sort((a, b) => a.arrival - b.arrival)
        let state: Counted = { events: [], fired: [] }
        const fired: string[][] = []
        let newest = 0
        const turn = (until: number): void => {
          const due = satisfiedWindows(rule, state, until)
          fired.push(...due.map(w => w.map(e => e.id)))
          state = fire(state, due)
        }
        for (const { e } of arrivals) {
          state = addEvents(rule, state, [e])
          newest = Math.max(newest, e.t)
          turn(newest - 10_000)
        }
        turn(Number.POSITIVE_INFINITY)
        expect(fired).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the bound of a group', () => {
  it('first drops events too old to count, then repeats of a value, and reports what it dropped', () => {
    const rule = correlation(
      '{type: value_count, rules: [a], group-by: [], timespan: 10s, condition: {field: u, gte: 100}}',
    )
    const old = Array.from({ length: 10 }, (_, i) => event(i, { id: `evt_old${i}`, v: `o${i}` }))
    const flood = Array.from({ length: MAX_GROUP_EVENTS }, (_, i) =>
      event(1_000, { id: `evt_f${String(i).padStart(5, '0')}`, v: 'same' }),
    )
    const quiet = withinBounds(rule, { events: [...old, ...flood], fired: [] }, 1_000_000)
    expect([quiet.lost, quiet.counted.events.length]).toEqual([0, MAX_GROUP_EVENTS])
    const distinct = event(1_001, { v: 'other' })
    const full = withinBounds(rule, { events: [...flood, distinct], fired: [] }, 1_000_000)
    expect(full.counted.events.map(e => e.v)).toEqual(['same', 'other'])
    expect(full.lost).toBe(MAX_GROUP_EVENTS - 1)
  })
})
