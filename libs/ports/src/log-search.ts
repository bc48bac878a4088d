export const TIERS = ['hot', 'warm', 'cold'] as const
export type Tier = (typeof TIERS)[number]

/** Exact values of an event. */
export interface ExactFilters {
  readonly severityIds?: readonly number[]
  readonly categories?: readonly string[]
  readonly eventTypes?: readonly string[]
  readonly logSourceIds?: readonly string[]
  readonly assetIds?: readonly string[]
  readonly users?: readonly string[]
  readonly ips?: readonly string[]
  readonly hosts?: readonly string[]
}

/** Everything is joined by AND; the values of one list by OR. */
export interface SearchQuery extends ExactFilters {
  /** Milliseconds since the epoch on the event time: from inclusive, to exclusive. */
  readonly from: number
  readonly to: number
  readonly order: 'asc' | 'desc'
  /** 1 to 200. */
  readonly limit: number
  /** `next` of the previous page of the same query. */
  readonly after?: string
  /** Excludes events that have any of these values. */
  readonly not?: ExactFilters
  /** Words from the kernel's `queryTokens`: every one must occur; of a nested list, at least one. */
  readonly words?: readonly (string | readonly string[])[]
  /** After this much time the search returns what it has, and says so in `coverage`. */
  readonly deadlineMs: number
}

export interface Coverage {
  /** Tiers of the partitions that were searched; `cold` if some of them were restored from the archive. */
  readonly tiers: readonly Tier[]
  /**
   * What could not be searched, and why (`deadline`, `cold`, `unavailable`): nothing is left out silently. Days are
   * partition days.
   */
  readonly incomplete: readonly { readonly from: string; readonly to: string; readonly reason: string }[]
}

export interface IndexedEvent {
  readonly event: Readonly<Record<string, unknown>>
  readonly tier: Tier
}

export interface SearchPage {
  /** By event time, ties by event id. */
  readonly items: readonly IndexedEvent[]
  /** Opaque to callers; null on the last page. A page cut by the deadline may be short and still have a `next`. */
  readonly next: string | null
  readonly coverage: Coverage
}
