import { createHash } from 'node:crypto'
import { type Clock, PLATFORM_TENANT } from '@wardline/kernel'
import { type BucketPolicy, freeAllowance, type RateBuckets, type Registry, type Taken } from '@wardline/ports'
import { type RateBucketDoc, rateBuckets } from '@wardline/registries'
import { LRUCache } from 'lru-cache'
import { type Decision, update } from '../documents/update.ts'

/** Keys that one process counts at a time; the least recently used are forgotten first. */
const MAX_KEYS = 50_000
/** How much of a quota is taken from the store at once. */
const LEASES = 20
/** Writers that may contend. */
const ATTEMPTS = 32

/** What one process knows about one key. */
interface Bucket {
  readonly window: number
  /** May pass before the store is called: the whole quota if nothing is shared. */
  free: number
  /** Given to this process by the store and not used yet. */
  leased: number
  /** Number that have passed here. */
  passed: number
  /** The store has nothing left to give in this window. */
  empty: boolean
  /** A call to the store in progress; requests that arrive meanwhile wait for it. */
  asking: Promise<void> | undefined
}

/** Buckets of one process, in its memory. */
export const createMemoryBuckets = (clock: Clock): RateBuckets =>
  createBuckets(clock, { freeOf: policy => policy.quota, lease: async () => 0 })

/**
 * Buckets of all processes that share a registry. Each process takes shares of a quota as it needs them, so that a busy
 * key costs one write per twentieth of its quota, and an occasional stranger costs none.
 */
export function createSharedBuckets(registry: Registry, clock: Clock): RateBuckets {
  return createBuckets(clock, { freeOf: freeAllowance, lease })

  /** How many more may pass here. @throws Error when the registry cannot be reached. */
  async function lease(policy: BucketPolicy, key: string, window: number): Promise<number> {
    const share = Math.max(1, Math.ceil(policy.quota / LEASES))
    const id = `${policy.name}/${window}/${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
    const decide = (doc: RateBucketDoc | undefined): Decision<RateBucketDoc, number> => {
      const taken = doc?.taken ?? 0
      const given = Math.min(share, policy.quota - taken)
      if (given <= 0) return { result: 0 }
      return { doc: { id, taken: taken + given, expires_at: (window + 2) * policy.seconds * 1000 }, result: given }
    }
    const { result } = await update(registry, rateBuckets, PLATFORM_TENANT, id, current => decide(current?.doc), {
      attempts: ATTEMPTS,
    })
    return result
  }
}

interface Source {
  readonly freeOf: (policy: BucketPolicy) => number
  readonly lease: (policy: BucketPolicy, key: string, window: number) => Promise<number>
}

function createBuckets(clock: Clock, source: Source): RateBuckets {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_KEYS })

  function bucketOf(policy: BucketPolicy, key: string): Bucket {
    const name = `${policy.name}/${key}`
    const window = Math.floor(clock.now() / (policy.seconds * 1000))
    const known = buckets.get(name)
    if (known?.window === window) return known
    const bucket = { window, free: source.freeOf(policy), leased: 0, passed: 0, empty: false, asking: undefined }
    buckets.set(name, bucket)
    return bucket
  }

  async function ask(policy: BucketPolicy, key: string, bucket: Bucket): Promise<void> {
    try {
      const given = await source.lease(policy, key, bucket.window)
      bucket.leased += given
      bucket.empty = given === 0
    } catch {
      // Only what this process has let pass can be counted now.
      bucket.leased += Math.max(0, policy.quota - bucket.passed)
      bucket.empty = bucket.leased === 0
    } finally {
      bucket.asking = undefined
    }
  }

  return {
    async take(policy, key): Promise<Taken> {
      const bucket = bucketOf(policy, key)
      for (;;) {
        if (bucket.free > 0 || bucket.leased > 0) {
          if (bucket.free > 0) bucket.free -= 1
          else bucket.leased -= 1
          bucket.passed += 1
          return { allowed: true }
        }
        if (bucket.empty) return { allowed: false, resetMs: untilNext(policy, clock.now()) }
        bucket.asking ??= ask(policy, key, bucket)
        await bucket.asking
      }
    },
  }
}

const untilNext = ({ seconds }: BucketPolicy, now: number): number => seconds * 1000 - (now % (seconds * 1000))
