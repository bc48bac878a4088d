import fc from 'fast-check'
import type { Step } from './simulate.ts'

export interface Shape {
  readonly tenants: number
  /** Days that the steps add up to, at least. */
  readonly days: number
  readonly maxStepDays: number
  readonly maxArrivals: number
}

/** Lives of any kind: quiet times and busy ones, late events, settings that change, legal holds. */
export function stepsOf({ tenants, days, maxStepDays, maxArrivals }: Shape): fc.Arbitrary<Step[]> {
  const tenant = fc.nat({ max: tenants - 1 })
  const arrival = fc.record({
    tenant,
    late: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat({ max: 12 })),
    receivedLate: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.constantFrom(1, 9, 40, 100)),
  })
  const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
    fc.oneof({ weight: 6, arbitrary: fc.constant<T[]>([]) }, fc.array(value, { minLength: 1, maxLength: 2 }))
  const step: fc.Arbitrary<Step> = fc.record({
    days: fc.integer({ min: 1, max: maxStepDays }),
    arrivals: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      fc.array(arrival, { minLength: 1, maxLength: maxArrivals, size: 'max' }),
    ),
    changes: rarely(fc.record({ tenant, setting: fc.nat({ max: 11 }) })),
    holds: rarely(tenant).map(all => (all.length > 1 ? all : [])),
  })
  const count = Math.ceil(days / ((1 + maxStepDays) / 2))
  const quiet: Step = { days: maxStepDays, arrivals: [], changes: [], holds: [] }
  return fc.array(step, { minLength: count, maxLength: count, size: 'max' }).map(steps => {
    const missing = days - steps.reduce((sum, s) => sum + s.days, 0)
    return [...steps, ...Array.from({ length: Math.max(0, Math.ceil(missing / maxStepDays)) }, () => quiet)]
  })
}
