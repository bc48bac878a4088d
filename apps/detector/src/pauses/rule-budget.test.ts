import { describe, expect, it } from '@jest/globals'
import { createTestClock } from '@wardline/ports/testing'
import { createRuleBudget, DEFAULT_BUDGET } from './rule-budget.ts'

const at = '2026-11-22T00:00:00.000Z'
const ruleOf = (ruleId: string) => ({ ruleId, rule: { hash: 'h' } })
const MINUTE = 60_000

function scene() {
  const clock = createTestClock()
  return { clock, budget: createRuleBudget(clock, DEFAULT_BUDGET) }
}

describe("the budget of a tenant's rules", () => {
  it('pauses a rule that is over its budget, and no other', () => {
    const { budget } = scene()
    const [slow, fine] = [ruleOf('slow'), ruleOf('fine')]
    budget.begin(at)
    expect([budget.spent(slow, 900), budget.spent(fine, 5), budget.spent(slow, 200)]).toEqual([false, false, true])
    expect([budget.skips(slow), budget.skips(fine)]).toEqual([true, false])
    expect(budget.takePauses()).toMatchObject([{ ruleId: 'slow', reason: 'rule_over_budget', level: 1 }])
    expect(budget.takePauses()).toEqual([])
  })

  it('never mistakes a busy tenant for an expensive rule', () => {
    const { budget } = scene()
    for (let i = 0; i < 100_000; i++) {
      budget.begin(at)
      expect(budget.spent(ruleOf('cheap'), 0.1)).toBe(false)
    }
  })

  it('limits the tenant as a whole, however many rules share the time', () => {
    const { budget } = scene()
    budget.begin(at)
    let spent = 0
    for (let i = 0; i < 1_000; i++) {
      const rule = ruleOf(`r${i}`)
      if (budget.spent(rule, 900)) break
      spent += 900
    }
    expect(spent).toBeLessThanOrEqual(DEFAULT_BUDGET.tenantMs)
    expect(budget.takePauses()).toMatchObject([{ reason: 'tenant_over_budget' }])
  })

  it('evaluates a rule again after its pause, and doubles the pause if it is slow again, up to an hour', () => {
    const { clock, budget } = scene()
    const lengths: number[] = []
    for (let i = 0; i < 8; i++) {
      budget.begin(at)
      expect(budget.skips(ruleOf('slow'))).toBe(false)
      budget.spent(ruleOf('slow'), 2_000)
      const [pause] = budget.takePauses()
      lengths.push((pause!.until - pause!.since) / MINUTE)
      clock.advance(pause!.until - pause!.since)
    }
    expect(lengths).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    clock.advance(25 * 60 * MINUTE)
    budget.begin(at)
    budget.spent(ruleOf('slow'), 2_000)
    expect(budget.takePauses()[0]?.level).toBe(1)
  })

  it('counts the events that a paused rule skipped, and records their first and last event time', () => {
    const { budget } = scene()
    budget.begin('2026-11-22T00:00:05.000Z')
    budget.spent(ruleOf('slow'), 2_000)
    for (const time of ['2026-11-22T00:00:07.000Z', '2026-11-22T00:00:02.000Z', '2026-11-22T00:00:04.000Z']) {
      budget.begin(time)
      budget.skips(ruleOf('slow'))
    }
    expect(budget.takeSkipped()).toMatchObject([
      { ruleId: 'slow', events: 4, from: '2026-11-22T00:00:02.000Z', to: '2026-11-22T00:00:07.000Z' },
    ])
    expect(budget.takeSkipped()).toEqual([])
  })
})
