import { type Document, defineCollection } from './collection.ts'

/** What processes have taken of one bucket in one window. `id` is `<policy>/<window>/<hash of the key>`; kept under the platform tenant. */
export interface RateBucketDoc extends Document {
  readonly taken: number
  /** Milliseconds since the epoch: shortly after the window's end. */
  readonly expires_at: number
}

export const rateBuckets = defineCollection<RateBucketDoc>({
  name: 'rate_buckets',
  owner: 'enrollment',
  schemaVersion: 1,
  fields: { expires_at: 'number' },
  indexes: [],
  expiresBy: 'expires_at',
})
