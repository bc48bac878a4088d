import type { ServiceName } from '@wardline/kernel'
import { type Collection, type Document, defineCollection } from './collection.ts'

/** An event that a service could not process, kept for an operator to replay or discard (design section 3). */
export interface RejectionDoc extends Document {
  readonly envelope_id: string
  readonly kind: string
  readonly log_source_id: string | null
  readonly event_id: string | null
  /** Stable reason code; never a value of the event. */
  readonly code: string
  readonly state: 'open' | 'replayed' | 'discarded'
  readonly rejected_at: string
  readonly resolved_at: string | null
  readonly resolution_reason: string | null
  readonly attempts: number
  /** The envelope, sealed with the keyring's `rejections` key; null when it was over the size cap or is resolved. */
  readonly sealed_envelope: string | null
  /** Milliseconds since the epoch. */
  readonly expires_at: number
}

const rejectionsOf = (owner: ServiceName): Collection<RejectionDoc> =>
  defineCollection<RejectionDoc>({
    name: `rejections_${owner.replace('-', '_')}`,
    owner,
    schemaVersion: 1,
    fields: { state: 'text', code: 'text', log_source_id: 'text', rejected_at: 'text', expires_at: 'number' },
    indexes: [['rejected_at'], ['state', 'rejected_at'], ['log_source_id', 'rejected_at']],
    expiresBy: 'expires_at',
  })

/** One collection per consuming service. */
export const rejections = {
  ingest: rejectionsOf('ingest'),
  normalizer: rejectionsOf('normalizer'),
  detector: rejectionsOf('detector'),
  'alert-projector': rejectionsOf('alert-projector'),
} as const
