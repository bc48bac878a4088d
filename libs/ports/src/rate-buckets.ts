/** `quota` requests per key in each window of `seconds`. Windows are those of the clock: the same for everybody who counts. */
export interface BucketPolicy {
  /** Lower-case letters and `_`. Two policies of one name are one. */
  readonly name: string
  readonly quota: number
  readonly seconds: number
}

export type Taken =
  | { readonly allowed: true }
  /** `resetMs`: until the next window begins. */
  | { readonly allowed: false; readonly resetMs: number }

/**
 * Counts requests of strangers. Bounded in memory whatever keys they think of. MUST let `quota` requests of a key pass in a window and, over
 * all who share the buckets, not more than {@link overshoot} allows. Fails open: with its store down each of those who share it lets the
 * quota pass by itself. It never throws.
 */
export interface RateBuckets {
  take(policy: BucketPolicy, key: string): Promise<Taken>
}

/** What passes free of any store, so that the occasional stranger writes nothing: a tenth of the quota, at least one. */
export const freeAllowance = ({ quota }: BucketPolicy): number => Math.max(1, Math.floor(quota / 10))

/** The most that passes in one window when so many processes share the buckets. */
export const overshoot = (policy: BucketPolicy, processes: number): number =>
  processes === 1 ? policy.quota : policy.quota + processes * freeAllowance(policy)
