import { describe, expect, it } from '@jest/globals'
import {
  createMemoryArchive,
  createMemoryBus,
  createMemoryLogIndex,
  createMemoryRegistry,
  createTestClock,
} from '@wardline/ports/testing'
import fc from 'fast-check'
import { simulate } from './simulate.ts'
import { stepsOf } from './steps.ts'
import { createWorld } from './world.ts'

describe('the tier mover over engines in memory', () => {
  it('keeps every event in the one tier that it should be in, whatever happens in a life', async () => {
    const shape = { tenants: 13, days: 1200, maxStepDays: 25, maxArrivals: 6 }
    await fc.assert(
      fc.asyncProperty(stepsOf(shape), async steps => {
        const clock = createTestClock()
        const bus = createMemoryBus({ clock, validate: false })
        const engines = {
          bus,
          registry: createMemoryRegistry({ bus, clock }),
          index: createMemoryLogIndex(clock),
          archive: createMemoryArchive(),
        }
        const world = await createWorld(engines, { tenantCount: shape.tenants, clock })
        const model = await simulate(world, steps, 20)
        expect(model.events.length).toBeGreaterThan(0)
      }),
      { numRuns: Number(process.env.WARDLINE_LIVES ?? 12), endOnFailure: true },
    )
  }, 120_000)
})
