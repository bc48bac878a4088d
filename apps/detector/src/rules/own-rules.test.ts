import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { groupOf } from '../correlation/group-of-event.ts'
import { addEvents, type Counted, satisfiedWindows } from '../correlation/windows.ts'
import { viewOf } from '../matching/event-view.ts'
import { createRuleMatcher } from '../matching/rule-matcher.ts'
import type { Originating } from '../routing/origin-of-event.ts'
import { type CorrelationRule, compileRules } from './compile-rules.ts'
import { loadRules } from './loaded-rule.ts'

/**
 * An event as the normalizer produces it. `repeat` sends it again at an interval in seconds; `vary` is a number in it
 * that grows by one each time.
 */
interface Example {
  readonly product: Originating['product']
  readonly fields: Record<string, unknown>
  readonly event: Record<string, unknown>
  readonly repeat?: number
  readonly every_seconds?: number
  readonly vary?: string
}
/** For a single-event rule, each example is one event; for a correlation, each is a sequence. */
interface Examples {
  readonly matches: readonly (Example | readonly Example[])[]
  readonly ignores: readonly (Example | readonly Example[])[]
}

const folder = fileURLToPath(new URL('../../rules/', import.meta.url))
const files = readdirSync(folder).filter(name => name.endsWith('.yml'))
const read = (name: string): string => readFileSync(folder + name, 'utf8')
const setOf = (name: string) => loadRules(compileRules([{ name, text: read(name) }]), 'own', report => report.key)
const examplesOf = (name: string): Examples => JSON.parse(read(name.replace('.yml', '.examples.json'))) as Examples

function* unfold(sequence: Example | readonly Example[]): Generator<{ payload: Originating; t: number }> {
  let t = Date.parse('2026-11-21T09:00:00Z')
  for (const example of [sequence].flat()) {
    for (let n = 0; n < (example.repeat ?? 1); n++) {
      const text = JSON.stringify(example)
      const { product, fields, event } = JSON.parse(
        example.vary ? text.replaceAll(example.vary, String(Number(example.vary) + n)) : text,
      ) as Example
      yield { payload: { product, event, source_fields: fields }, t }
      t += (example.every_seconds ?? 1) * 1000
    }
  }
}

/** How often a rule file alerts on a sequence of events, once all late events have arrived. */
function alerts(name: string, sequence: Example | readonly Example[]): number {
  const { matchable } = setOf(name)
  const matcher = createRuleMatcher(matchable)
  const groups = new Map<string, { rule: CorrelationRule; counted: Counted }>()
  let single = 0
  let n = 0
  for (const { payload, t } of unfold(sequence)) {
    n++
    for (const { rule, alertsAlone, countedBy } of matcher.match(payload)) {
      if (alertsAlone) single++
      for (const { correlation, reference, ruleId } of countedBy) {
        const group = groupOf(correlation, rule, reference, viewOf(payload), new Uint8Array(32), ruleId)
        if (!group) continue
        const id = `evt_${String(n).padStart(5, '0')}`
        const event = { id, t, src: 'src_a', ast: null, v: group.value, b: reference, cor: 'cor_a', env: 'env_a' }
        const counted = groups.get(group.groupKey)?.counted ?? { events: [], fired: [] }
        groups.set(group.groupKey, { rule: correlation, counted: addEvents(correlation, counted, [event]) })
      }
    }
  }
  for (const { rule, counted } of groups.values())
    single += satisfiedWindows(rule, counted, Number.POSITIVE_INFINITY).length
  return single
}

describe('the rules that ship with Wardline', () => {
  it('number at least twenty-five', () => expect(files.length).toBeGreaterThanOrEqual(25))

  it('have their own ids, an author and a licence', () => {
    const reports = files.flatMap(name => setOf(name).listed)
    const ids = reports.map(rule => rule.sigmaId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { compiled } of reports)
      expect(compiled?.metadata).toMatchObject({ author: 'Wardline', license: 'Apache-2.0' })
  })

  describe.each(files)('%s', name => {
    it('compiles', () => expect(setOf(name).listed.flatMap(rule => rule.fault ?? [])).toEqual([]))
    const { matches, ignores } = examplesOf(name)
    it('has examples and counter-examples', () => expect(Math.min(matches.length, ignores.length)).toBeGreaterThan(0))
    it.each(matches.map((example, i) => [i + 1, example] as const))('alerts on example %i', (_, example) => {
      expect(alerts(name, example)).toBeGreaterThan(0)
    })
    it.each(ignores.map((example, i) => [i + 1, example] as const))(
      'does not alert on counter-example %i',
      (_, example) => {
        expect(alerts(name, example)).toBe(0)
      },
    )
  })
})
