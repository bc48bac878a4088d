import { type EventKind, KINDS, topicOf } from '@wardline/events'
import { type ConfigOf, HOUR_MS, setting } from '@wardline/kernel'

const DAY = 24 * HOUR_MS
const MIB = 1_048_576

/** Bytes for an operator to read: whole MiB, rounded down. */
export const mib = (bytes: number): string => `${Math.floor(bytes / MIB)} MiB`

/** Settings of the data folder's disk (docs/operating.md#disk-full). MiB. */
export const STORAGE_SETTINGS = {
  WARDLINE_DISK_RESERVE_MIB: setting.integer({ fallback: 64, min: 8, max: 65_536 }),
  WARDLINE_BUS_QUOTA_MIB: setting.integer({ fallback: 20_480, min: 16, max: 1_000_000_000 }),
}

export const storageSettingsOf = (
  config: ConfigOf<typeof STORAGE_SETTINGS>,
): Pick<EmbeddedSettings, 'reserveBytes' | 'busQuotaBytes'> => ({
  reserveBytes: config.WARDLINE_DISK_RESERVE_MIB * MIB,
  busQuotaBytes: config.WARDLINE_BUS_QUOTA_MIB * MIB,
})

/** What an operator may tune. Everything has a default. */
export interface EmbeddedSettings {
  /** How long a kind's events are kept on the bus, in milliseconds; longer while a group has not passed them. */
  readonly retention: Readonly<Record<EventKind, number>>
  /** Bytes on the bus over which `log.event.received` is refused with `storage_full`; everything else continues. */
  readonly busQuotaBytes: number
  /**
   * Bytes that are kept on disk for the writes that go on when it is full (docs/operating.md#disk-full). 0: none, and
   * nothing is refused before the disk itself refuses it.
   */
  readonly reserveBytes: number
  /** Bytes of unanswered publishes and puts of one thread over which more are refused with `unavailable`. */
  readonly queueBytes: number
  /** Threads that search. The last of several counts, so that no search waits for facets and histograms. */
  readonly indexReaders: number
  /** A thread that searches and gives no sign of life for this long is replaced, in milliseconds. */
  readonly readerPatienceMs: number
  /** Searches in progress in one reader over which more are refused with `unavailable`. */
  readonly maxSearches: number
  /** How often retention and expiry run, in milliseconds. */
  readonly maintenanceMs: number
  /** Files of the log index that the writer keeps open. */
  readonly openPartitions: number
  /**
   * Files of the log index that a reader keeps open: more than the days of a month, or a search over a month opens
   * every file again.
   */
  readonly openForSearch: number
}

export const DEFAULT_SETTINGS: EmbeddedSettings = {
  retention: retentionOf({
    'log.event.received': 72 * HOUR_MS,
    'log.event.normalized': 7 * DAY,
    'internal.detection.match': 7 * DAY,
  }),
  busQuotaBytes: 20 * 1024 * MIB,
  reserveBytes: 0,
  queueBytes: 64 * MIB,
  indexReaders: 2,
  readerPatienceMs: 10_000,
  maxSearches: 64,
  maintenanceMs: 10 * 60_000,
  openPartitions: 24,
  openForSearch: 48,
}

/** Retention by topic, dead letters included (30 days, as alerts). */
export function retentionByTopic(retention: EmbeddedSettings['retention']): Map<string, number> {
  return new Map(
    KINDS.flatMap(
      kind =>
        [
          [topicOf(kind), retention[kind]],
          [`${topicOf(kind)}.dlq`, 30 * DAY],
        ] as const,
    ),
  )
}

function retentionOf(shorter: Partial<Record<EventKind, number>>): Record<EventKind, number> {
  return Object.fromEntries(KINDS.map(kind => [kind, shorter[kind] ?? 30 * DAY])) as Record<EventKind, number>
}
