import type { Coverage, SearchQuery } from './log-search.ts'

/** Which events are counted: the conditions of a search. */
export type CountConditions = Omit<SearchQuery, 'order' | 'limit' | 'after'>

/** What facets count by. Every event has one value of each, except that it may have no asset. */
export const FACET_FIELDS = ['severityId', 'category', 'eventType', 'logSourceId', 'assetId'] as const
export type FacetField = (typeof FACET_FIELDS)[number]

export interface FacetQuery extends CountConditions {
  readonly fields: readonly FacetField[]
  /** Number of values per field, 1 to 100. */
  readonly top: number
}

export interface FacetValue {
  readonly value: string | number
  readonly count: number
}

export interface Facet {
  readonly field: FacetField
  /** The most frequent first, ties by value. */
  readonly values: readonly FacetValue[]
  /** Whether there are more values than these. */
  readonly truncated: boolean
}

export interface Facets {
  /** In the order of the query's fields. */
  readonly facets: readonly Facet[]
  readonly total: number
  /**
   * Whether every number is exact for the events that were read. If false, a rare value may be missing or counted too
   * low.
   */
  readonly exact: boolean
  readonly coverage: Coverage
}

/** Most buckets of one histogram. */
export const MAX_BUCKETS = 400

export interface HistogramQuery extends CountConditions {
  /** Width of the buckets. They begin at its multiples since the epoch; `from` to `to` touch at most {@link MAX_BUCKETS}. */
  readonly intervalMs: number
}

export interface Bucket {
  /** Milliseconds since the epoch. */
  readonly start: number
  readonly count: number
  /** By severity id; severities without events are left out. */
  readonly bySeverity: Readonly<Record<number, number>>
}

export interface Histogram {
  /** Oldest first; empty ones are left out. Always exact for the events that were read. */
  readonly buckets: readonly Bucket[]
  readonly coverage: Coverage
}

/** Distinct events by source and hour of receipt. */
export interface ReceivedCount {
  readonly logSourceId: string
  /** Start of the hour, milliseconds since the epoch. */
  readonly hour: number
  readonly count: number
}

export interface ReceivedCounts {
  /** By hour, then source. */
  readonly counts: readonly ReceivedCount[]
  readonly coverage: Coverage
}

/** A field's most frequent values. */
export function facetOf(field: FacetField, counts: ReadonlyMap<string | number, number>, top: number): Facet {
  const values = [...counts].map(([value, count]) => ({ value, count }))
  values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  return { field, values: values.slice(0, top), truncated: values.length > top }
}

/** Buckets from counts by their start and severity. */
export function bucketsOf(counts: ReadonlyMap<number, Readonly<Record<number, number>>>): Bucket[] {
  return [...counts]
    .map(([start, bySeverity]) => ({ start, count: Object.values(bySeverity).reduce((a, b) => a + b, 0), bySeverity }))
    .sort((a, b) => a.start - b.start)
}
