import type { ServerResponse } from 'node:http'
import { Problem } from '@wardline/kernel'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** `quota` requests, or bytes, in any window of `seconds`, per key. */
interface Policy {
  readonly quota: number
  readonly seconds: number
}

/**
 * Far above what one client needs (docs/architecture.md#limits: 5,000 events/s, which is 50 batches of 100, and 500 reads/s), far below what
 * one client could do to the others.
 */
export const RATE_POLICIES = {
  /** Reads of one principal: 1,000 a second. */
  read: { quota: 10_000, seconds: 10 },
  /** All other requests of one principal: 500 a second. */
  write: { quota: 5_000, seconds: 10 },
  /** The public exchange, per client address. */
  exchange: { quota: 1_000, seconds: 60 },
  /**
   * Starting and finishing sign-ins, per client address: enough for many people behind one address, too slow for
   * guessing names.
   */
  sign_in: { quota: 120, seconds: 60 },
  /** Requests without a known principal, per client address: 1,000 a second. */
  address: { quota: 10_000, seconds: 10 },
  /** Bytes of requests without a known principal, bodies and all, per client address: 1.6 MiB a second. */
  address_bytes: { quota: 16 * 1_024 * 1_024, seconds: 10 },
} as const satisfies Record<string, Policy>
export type RatePolicyName = keyof typeof RATE_POLICIES

export interface RateLimits {
  /**
   * Takes one request from a bucket and reports it in `RateLimit` and `RateLimit-Policy`
   * (draft-ietf-httpapi-ratelimit-headers). A later call for the same response overwrites the headers.
   * @throws Problem 429 `rate_limited` when the bucket is empty.
   */
  take(policy: RatePolicyName, key: string, response: ServerResponse): Promise<void>
  /** The same for a caller without a known principal, who is refused too while its address has sent too many bytes. */
  takeOfStranger(policy: RatePolicyName, address: string, response: ServerResponse): Promise<void>
  /** Counts bytes that a caller without a known principal has sent. They have arrived, so it refuses nothing. */
  noteBytes(address: string, bytes: number): Promise<void>
}

/** Buckets in memory, per process. `enabled: false` lifts every limit, and the headers always show a full bucket. */
export function createRateLimits(enabled: boolean): RateLimits {
  const limiters = new Map(
    Object.entries(RATE_POLICIES).map(([name, { quota, seconds }]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points: quota, duration: seconds }),
    ]),
  )
  const bytes = limiters.get('address_bytes')!

  function say(policy: RatePolicyName, { remaining, resetMs, empty }: Taken, response: ServerResponse): void {
    const { quota, seconds } = RATE_POLICIES[policy]
    const reset = Math.ceil(resetMs / 1_000)
    response.setHeader('RateLimit-Policy', `"${policy}";q=${quota};w=${seconds}`)
    response.setHeader('RateLimit', `"${policy}";r=${remaining};t=${reset}`)
    if (empty) throw new Problem('rate_limited', { retryAfter: reset })
  }

  const take: RateLimits['take'] = async (policy, key, response) => {
    const full = { remaining: RATE_POLICIES[policy].quota, resetMs: 0, empty: false }
    say(policy, enabled ? await consume(limiters.get(policy)!, key) : full, response)
  }

  return {
    take,
    async takeOfStranger(policy, address, response) {
      const spent = enabled ? await bytes.get(address) : null
      if (spent !== null && spent.remainingPoints <= 0)
        say('address_bytes', { remaining: 0, resetMs: spent.msBeforeNext, empty: true }, response)
      await take(policy, address, response)
    },
    async noteBytes(address, count) {
      if (enabled && count > 0) await consume(bytes, address, count)
    },
  }
}

interface Taken {
  readonly remaining: number
  readonly resetMs: number
  readonly empty: boolean
}

async function consume(limiter: RateLimiterMemory, key: string, points = 1): Promise<Taken> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key, points)
    return { remaining: remainingPoints, resetMs: msBeforeNext, empty: false }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { remaining: 0, resetMs: refusal.msBeforeNext, empty: true }
  }
}
