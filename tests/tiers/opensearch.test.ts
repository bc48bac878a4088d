import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createFileArchive } from '@wardline/archive'
import { openDistributed, readDistributedConfig } from '@wardline/engines-distributed'
import { newId } from '@wardline/kernel'
import { createTestClock } from '@wardline/ports/testing'
import fc from 'fast-check'
import { engineEnvironment, readEngines } from '../../tools/engines/engines.ts'
import { simulate } from './simulate.ts'
import { stepsOf } from './steps.ts'
import { createWorld } from './world.ts'

/** With `WARDLINE_FULL_TESTS=1` looked at more often. */
const maxStepDays = process.env.WARDLINE_FULL_TESTS === '1' ? 35 : 50
const SHAPE = { tenants: 5, days: 420, maxStepDays, maxArrivals: 3 }
const known = process.env.WARDLINE_OPENSEARCH_URL ? undefined : readEngines()
const environment = { ...process.env, ...(known ? engineEnvironment(known) : {}) }
const there = environment.WARDLINE_OPENSEARCH_URL !== undefined
if (!there && process.env.WARDLINE_REQUIRE_ENGINES === '1') throw new Error('no engines; run npm run engines:up')
if (!there) console.warn('SKIPPED: tiers on real engines need them (npm run engines:up)')

;(there ? describe : describe.skip)('a year of tiers on the real engines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-real-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('keeps every event in the one tier that it should be in', async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(SHAPE), async steps => {
        const clock = createTestClock()
        const config = readDistributedConfig({
          ...environment,
          WARDLINE_ENGINE_PREFIX: `t${newId('env').slice(4, 14)}-`,
          WARDLINE_KAFKA_PARTITIONS: '1',
          WARDLINE_KAFKA_REPLICATION_FACTOR: '1',
          WARDLINE_KAFKA_MIN_INSYNC_REPLICAS: '1',
          WARDLINE_OPENSEARCH_REPLICAS: '0-0',
        })
        const log = { info() {}, warn() {}, error() {} }
        const { close, health: _, ...engines } = await openDistributed({ config, log, clock })
        try {
          const archive = createFileArchive(join(folder, 'archive'))
          const world = await createWorld({ ...engines, archive }, { tenantCount: SHAPE.tenants, clock })
          const model = await simulate(world, steps, 8)
          expect(model.events.length).toBeGreaterThan(0)
          for (const partition of await engines.index.partitions()) await engines.index.drop(partition)
        } finally {
          await close()
        }
      }),
      { numRuns: 1, endOnFailure: true },
    )
  }, 240_000)
})
