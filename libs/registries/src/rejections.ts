import type { ServiceName } from '@wardline/kernel'
import { type Collection, type Document, defineCollection } from './collection.ts'

/** An event that a service could not process, kept for an operator to replay or discard (docs/architecture.md#ports). */
export interface RejectionDoc extends Document {
  readonly envelope_id: string
  readonly kind: string
  readonly log_source_id: string | null
  readonly event_id: string | null
  /** The delivery that created it; later ones of the same envelope change nothing. */
  readonly origin?: string | null
  /** Hour in which its log was received, milliseconds since the epoch; null if the envelope does not say. */
  readonly received_hour?: number | null
  /** Stable reason code; never a value of the event. */
  readonly code: string
  readonly state: 'open' | 'replayed' | 'discarded'
  readonly rejected_at: string
  readonly resolved_at: string | null
  readonly resolution_reason: string | null
  readonly attempts: number
  /** Whether the replay created an event that did not exist yet. */
  readonly replay_stored?: boolean
  /** The envelope, sealed with the keyring's `rejections` key; null when it was over the size cap or is resolved. */
  readonly sealed_envelope: string | null
  /** Milliseconds since the epoch. */
  readonly expires_at: number
}

const rejectionsOf = (owner: ServiceName): Collection<RejectionDoc> =>
  defineCollection<RejectionDoc>({
    name: `rejections_${owner.replace('-', '_')}`,
    owner,
    schemaVersion: 2,
    fields: {
      state: 'text',
      code: 'text',
      log_source_id: 'text',
      received_hour: 'number',
      replay_stored: 'boolean',
      rejected_at: 'text',
      expires_at: 'number',
    },
    indexes: [
      ['rejected_at'],
      ['state', 'rejected_at'],
      ['log_source_id', 'rejected_at'],
      ['log_source_id', 'received_hour'],
    ],
    expiresBy: 'expires_at',
  })

/** One collection per consuming service. */
export const rejections = {
  ingest: rejectionsOf('ingest'),
  normalizer: rejectionsOf('normalizer'),
  detector: rejectionsOf('detector'),
  'alert-projector': rejectionsOf('alert-projector'),
} as const
