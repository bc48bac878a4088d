import { type Document, defineCollection } from './collection.ts'

/** One counted event of a group. Short names, because a group has up to thousands of them. */
export interface CorrelationEvent {
  /** event_id. */
  readonly id: string
  /** Event time, milliseconds since the epoch. */
  readonly t: number
  /** log_source_id, asset_id. */
  readonly src: string
  readonly ast: string | null
  /** The counted value of value_count. */
  readonly v: string | null
  /** Which of the correlation's rules matched. */
  readonly b: string
  /** correlation_id, and the envelope of the normalized event. */
  readonly cor: string
  readonly env: string
}

/** A place in the order of events: by time, ties by event id. */
export interface EventPlace {
  readonly t: number
  readonly id: string
}

/** A window that has fired: the events in it are counted, and a later event starts a new one. */
export interface FiredWindow {
  readonly first: EventPlace
  readonly anchor: EventPlace
}

/** What a correlation rule has counted for one set of group values (docs/architecture.md#detection). `id` is derived from rule, version and group. */
export interface CorrelationGroupDoc extends Document {
  readonly rule_id: string
  readonly version_hash: string
  readonly group_key: string
  readonly group: Readonly<Record<string, string>>
  /** Events that no alert has used yet, in order; limited in number. */
  readonly events: readonly CorrelationEvent[]
  /** Windows that have fired, in order; the newest are kept. */
  readonly fired: readonly FiredWindow[]
  /** A window is satisfied and waits for the watermark to pass this event time (milliseconds since the epoch). */
  readonly waiting: boolean
  readonly waiting_for: number | null
  /** Since when it waits, by the wall clock. */
  readonly waiting_since: number | null
  /** Milliseconds since the epoch. */
  readonly expires_at: number
}

export const correlationGroups = defineCollection<CorrelationGroupDoc>({
  name: 'correlation_groups',
  owner: 'detector',
  schemaVersion: 1,
  fields: { rule_id: 'text', waiting: 'boolean', expires_at: 'number' },
  indexes: [['waiting'], ['rule_id']],
  expiresBy: 'expires_at',
})
