import type { ServiceName } from '@wardline/kernel'
import { type Collection, type Document, defineCollection } from './collection.ts'

/** What one stage of the pipeline has counted for one log source (`id` is the log_source_id). */
export interface LedgerDoc extends Document {
  /** Partition of `log.event.received.v1` -> the last counted offset: a redelivery is not counted again. */
  readonly applied: Readonly<Record<string, string>>
  readonly counts: Readonly<Record<string, number>>
}

const ledgerOf = (owner: ServiceName): Collection<LedgerDoc> =>
  defineCollection<LedgerDoc>({
    name: `ledger_${owner.replace('-', '_')}`,
    owner,
    schemaVersion: 1,
    fields: {},
    indexes: [],
  })

/** Counts `accepted`. */
export const ingestLedger = ledgerOf('ingest')
/** Counts `normalized` (searchable, unparsed ones included), `unparsed` (of these) and `rejected`. */
export const normalizerLedger = ledgerOf('normalizer')
/** Counts `evaluated`. */
export const detectorLedger = ledgerOf('detector')

/**
 * The same for the logs of one source that were received in one hour. Kept as long as rejections, so that events that
 * can be replayed can be counted.
 */
export interface LedgerHourDoc extends LedgerDoc {
  readonly log_source_id: string
  /** Its start, milliseconds since the epoch. */
  readonly hour: number
  readonly expires_at: number
}

const ledgerHoursOf = (owner: ServiceName): Collection<LedgerHourDoc> =>
  defineCollection<LedgerHourDoc>({
    name: `ledger_hours_${owner.replace('-', '_')}`,
    owner,
    schemaVersion: 1,
    fields: { log_source_id: 'text', hour: 'number', expires_at: 'number' },
    indexes: [['log_source_id', 'hour'], ['hour']],
    expiresBy: 'expires_at',
  })

/**
 * Counts `accepted` from the topic, and at ingestion `duplicate` (repeats within a batch) and `rejected` (refused
 * items).
 */
export const ingestLedgerHours = ledgerHoursOf('ingest')
/**
 * Counts `searchable` and `dead_lettered` deliveries, `stored` (of both: those that created an event in the log index)
 * and `kept` (of the dead letters: those that created a rejection; the others repeat an envelope that has one, or
 * exceed the limit).
 */
export const normalizerLedgerHours = ledgerHoursOf('normalizer')

/** Where the ledger and the stores disagree. */
export interface LedgerDifference {
  /** Start of the hour of receipt, milliseconds since the epoch. */
  readonly hour: number
  readonly what: 'searchable' | 'dead_lettered' | 'accepted'
  readonly ledger: number
  readonly stores: number
  readonly found_at: string
}

/** What the last recount of a source found (`id` is the log_source_id), or when a tenant was last recounted (`id` is {@link TENANT_CHECK}). */
export interface LedgerCheckDoc extends Document {
  readonly checked_at: string
  readonly differences: readonly LedgerDifference[]
  /**
   * For a tenant: hours that began earlier are not recounted, because no rows were kept for them. Milliseconds since
   * the epoch.
   */
  readonly since?: number
}

export const TENANT_CHECK = 'tenant'

export const ledgerChecks = defineCollection<LedgerCheckDoc>({
  name: 'ledger_checks',
  owner: 'log-store',
  schemaVersion: 1,
  fields: {},
  indexes: [],
})

/** An event that was removed from the log index within a day of its receipt (`id` is the event_id): erased on request, and not lost. */
export interface LedgerTakenDoc extends Document {
  readonly log_source_id: string
  /** Hour of its receipt, milliseconds since the epoch. */
  readonly hour: number
  readonly expires_at: number
}

export const ledgerTaken = defineCollection<LedgerTakenDoc>({
  name: 'ledger_taken',
  owner: 'log-store',
  schemaVersion: 1,
  fields: { log_source_id: 'text', hour: 'number', expires_at: 'number' },
  indexes: [['log_source_id', 'hour']],
  expiresBy: 'expires_at',
})
