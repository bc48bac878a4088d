import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { memoryWorld } from './kit.ts'
import { simulate } from './simulate.ts'
import { stepsOf } from './steps.ts'

describe('the tier mover over engines in memory', () => {
  it('keeps every event in the one tier that it should be in, whatever happens in a life', async () => {
    const shape = { tenants: 13, days: 1200, maxStepDays: 25, maxArrivals: 6 }
    await fc.assert(
      fc.asyncProperty(stepsOf(shape), async steps => {
        const model = await simulate(await memoryWorld(shape.tenants), steps, 20)
        expect(model.events.length).toBeGreaterThan(0)
      }),
      { numRuns: 12, endOnFailure: true },
    )
  }, 120_000)
})
