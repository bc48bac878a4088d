import type { Registry } from '@wardline/ports'
import type { BucketEngines, Harness } from '@wardline/ports/contracts'
import { createTestClock } from '@wardline/ports/testing'
import { createSharedBuckets } from '../buckets/rate-buckets.ts'

/** Buckets of three processes over one registry, for the contract suite. */
export async function bucketEngines(
  registry: Registry,
  close = async (): Promise<void> => {},
): Promise<Harness<BucketEngines>> {
  // Close to the real time, because stores expire documents by their own clock; early in a window.
  const clock = createTestClock(Math.floor(Date.now() / 60_000) * 60_000 + 1_000)
  let broken = false
  const store = new Proxy(registry, {
    get: (target, name: keyof Registry) =>
      broken ? () => Promise.reject(new Error('the store is down')) : target[name].bind(target),
  })
  const processes = [1, 2, 3].map(() => createSharedBuckets(store, clock))
  const engine = {
    processes,
    clock,
    breakStore: () => {
      broken = true
    },
  }
  return { engine, reopen: async () => engine, close }
}
