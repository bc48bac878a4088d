/**
 * `quota` requests per key in each window of `seconds`. Windows follow the clock, so they are the same in every
 * process.
 */
export interface BucketPolicy {
  /** Lower-case letters and `_`. Two policies with the same name are one. */
  readonly name: string
  readonly quota: number
  readonly seconds: number
}

export type Taken =
  | { readonly allowed: true }
  /** `resetMs`: until the next window begins. */
  | { readonly allowed: false; readonly resetMs: number }

/**
 * Counts requests of strangers. Its memory is bounded, whatever keys they invent. MUST let `quota` requests of a key
 * pass in a window and, over all processes that share the buckets, not more than {@link overshoot} allows. Fails open:
 * while its store is down, each process lets the quota pass by itself. It never throws.
 */
export interface RateBuckets {
  take(policy: BucketPolicy, key: string): Promise<Taken>
}

/**
 * Requests that pass without touching the store, so that an occasional stranger writes nothing: a tenth of the quota,
 * at least one.
 */
export const freeAllowance = ({ quota }: BucketPolicy): number => Math.max(1, Math.floor(quota / 10))

/** The most that can pass in one window when this many processes share the buckets. */
export const overshoot = (policy: BucketPolicy, processes: number): number =>
  processes === 1 ? policy.quota : policy.quota + processes * freeAllowance(policy)
