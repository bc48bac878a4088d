import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Harness, type MakeEngine, range } from './contract/harness.ts'
import { type BucketPolicy, overshoot, type RateBuckets } from './rate-buckets.ts'
import type { TestClock } from './testing/test-clock.ts'

/** Buckets as several processes see them. */
export interface BucketEngines {
  /** At least one; only those of one process if buckets are not shared. */
  readonly processes: readonly RateBuckets[]
  readonly clock: TestClock
  /** Takes away the shared store, if there is one. */
  breakStore(): void
}

const POLICY: BucketPolicy = { name: 'test', quota: 200, seconds: 60 }

/** What every RateBuckets promises. */
export function rateBucketsContract(name: string, make: MakeEngine<BucketEngines>): void {
  describe(`${name} are RateBuckets`, () => {
    let harness: Harness<BucketEngines>
    beforeEach(async () => {
      harness = await make()
    })
    afterEach(() => harness.close())

    const passed = async (key: string, times: number, policy = POLICY): Promise<number> => {
      const { processes } = harness.engine
      const takes = range(times).map(i => processes[i % processes.length]!.take(policy, key))
      return (await Promise.all(takes)).filter(t => t.allowed).length
    }
    const most = (policy = POLICY): number => overshoot(policy, harness.engine.processes.length)

    it('let the quota of a window pass, then nothing until the next, and say when that is', async () => {
      const { processes, clock } = harness.engine
      const first = await passed('a', 1_000)
      expect(first).toBeGreaterThanOrEqual(POLICY.quota)
      expect(first).toBeLessThanOrEqual(most())
      expect(await passed('a', 50)).toBe(0)
      clock.advance(10_000)
      const refused = await processes[0]!.take(POLICY, 'a')
      expect(refused).toEqual({ allowed: false, resetMs: POLICY.seconds * 1000 - (clock.now() % 60_000) })
      clock.advance(60_000)
      expect(await passed('a', 100)).toBe(100)
    })

    it('let a single process use the whole quota', async () => {
      const takes = await Promise.all(range(POLICY.quota).map(() => harness.engine.processes[0]!.take(POLICY, 'alone')))
      expect(takes.every(t => t.allowed)).toBe(true)
    })

    it('count each key and each policy by itself', async () => {
      await passed('a', 1_000)
      expect(await passed('b', 150)).toBe(150)
      expect(await passed('a', 150, { ...POLICY, name: 'other' })).toBe(150)
    })

    it('let only a few pass when the quota is small', async () => {
      const small = { name: 'small', quota: 3, seconds: 60 }
      const first = await passed('a', 60, small)
      expect(first).toBeGreaterThanOrEqual(3)
      expect(first).toBeLessThanOrEqual(most(small))
    })

    it('let each process pass the quota, and no more, when the shared store is gone', async () => {
      harness.engine.breakStore()
      const first = await passed('a', 4_000)
      expect(first).toBeGreaterThanOrEqual(POLICY.quota)
      expect(first).toBeLessThanOrEqual(POLICY.quota * harness.engine.processes.length)
    })
  })
}
