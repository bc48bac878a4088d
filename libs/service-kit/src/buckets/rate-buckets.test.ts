import { describe, expect, it } from '@jest/globals'
import { PLATFORM_TENANT } from '@wardline/kernel'
import type { BucketPolicy, Registry } from '@wardline/ports'
import { rateBucketsContract } from '@wardline/ports/contracts'
import { createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { rateBuckets } from '@wardline/registries'
import { bucketEngines } from '../testing/bucket-engines.ts'
import { createMemoryBuckets, createSharedBuckets } from './rate-buckets.ts'

rateBucketsContract('buckets in memory', async () => {
  const clock = createTestClock()
  const engine = { processes: [createMemoryBuckets(clock)], clock, breakStore() {} }
  return { engine, reopen: async () => engine, close: async () => {} }
})
rateBucketsContract('buckets that three processes share', () => bucketEngines(createMemoryRegistry()))

const POLICY: BucketPolicy = { name: 'test', quota: 100, seconds: 60 }

describe('shared buckets', () => {
  it('write nothing for the few requests of an occasional stranger, and little for the many of others', async () => {
    const registry = createMemoryRegistry()
    let writes = 0
    const counted: Registry = {
      ...registry,
      write(...args) {
        writes++
        return registry.write(...args)
      },
    }
    const buckets = createSharedBuckets(counted, createTestClock())
    for (let i = 0; i < 1_000; i++) for (let n = 0; n < 10; n++) await buckets.take(POLICY, `stranger ${i}`)
    expect(writes).toBe(0)
    for (let n = 0; n < 1_000; n++) await buckets.take(POLICY, 'busy')
    expect(writes).toBeLessThanOrEqual(20)
  })

  it('store no key, only its hash, and expire with their window', async () => {
    const clock = createTestClock()
    const registry = createMemoryRegistry({ clock })
    const buckets = createSharedBuckets(registry, clock)
    for (let n = 0; n < 50; n++) await buckets.take(POLICY, '192.0.2.77')
    const stored = await registry.list(rateBuckets, PLATFORM_TENANT, { limit: 10 })
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain('192.0.2')
    clock.advance(180_000)
    registry.sweep()
    expect(await registry.list(rateBuckets, PLATFORM_TENANT, { limit: 10 })).toEqual([])
  })
})
