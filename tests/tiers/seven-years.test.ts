import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createFileArchive } from '@wardline/archive'
import { openEmbedded } from '@wardline/engines-embedded'
import { createTestClock } from '@wardline/ports/testing'
import fc from 'fast-check'
import { SETTINGS, simulate } from './simulate.ts'
import { stepsOf } from './steps.ts'
import { createWorld } from './world.ts'

/** With `WARDLINE_FULL_TESTS=1` looked at twice as often. */
const maxStepDays = process.env.WARDLINE_FULL_TESTS === '1' ? 16 : 32
const SHAPE = { tenants: 40, days: 7 * 365, maxStepDays, maxArrivals: 3 }

describe('seven years of 40 tenants with 12 retention settings, on the embedded engines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-years-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('every event is in exactly one tier at every step: searchable, archived, or gone when its time is up', async () => {
    expect(SETTINGS).toHaveLength(12)
    await fc.assert(
      fc.asyncProperty(stepsOf(SHAPE), async steps => {
        const clock = createTestClock()
        const { close, ...engines } = await openEmbedded({ dataDir: join(folder, 'data'), clock })
        try {
          const archive = createFileArchive(join(folder, 'archive'))
          const world = await createWorld({ ...engines, archive }, { tenantCount: SHAPE.tenants, clock })
          const began = clock.now()
          const model = await simulate(world, steps, 40)
          expect(clock.now() - began).toBeGreaterThanOrEqual(SHAPE.days * 86_400_000)
          expect(model.events.length).toBeGreaterThan(60)
        } finally {
          await close()
        }
      }),
      { numRuns: 1, endOnFailure: true },
    )
  }, 600_000)
})
