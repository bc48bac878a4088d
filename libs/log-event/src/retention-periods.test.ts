import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { DEFAULT_PERIODS, periodsAt, withClass } from './retention-periods.ts'

describe('retention classes', () => {
  it('are at most five, whatever tenants ask for, and keep events at least as long as asked', () => {
    const least = { brief: [8, 30], standard: [30, 90], extended: [60, 180], longest: [90, 365] }
    void fc.assert(
      fc.property(fc.integer({ min: 8, max: 90 }), fc.integer({ min: 0, max: 275 }), (hot_days, more) => {
        const warm_days = Math.min(365, hot_days + more)
        const { retention_class } = withClass({ hot_days, warm_days, cold_days: 3_650 })
        const [hot, warm] = least[retention_class as keyof typeof least] as [number, number]
        expect(hot).toBeGreaterThanOrEqual(hot_days)
        expect(warm).toBeGreaterThanOrEqual(warm_days)
      }),
    )
  })
})

describe('the periods of an event', () => {
  const before = withClass({ hot_days: 90, warm_days: 365, cold_days: 2_190 })
  const after = withClass({ hot_days: 8, warm_days: 30, cold_days: 2_190 })
  const from = '2026-11-28T09:30:00.000Z'
  const settings = { id: 'retention', ...after, applies_from: from, previous: before, updated_at: from }

  it('are those that hold when it is received', () => {
    expect(periodsAt(settings, Date.parse(from) - 1)).toBe(before)
    expect(periodsAt(settings, Date.parse(from))).toMatchObject(after)
    expect(periodsAt(undefined, 0)).toBe(DEFAULT_PERIODS)
  })
})
