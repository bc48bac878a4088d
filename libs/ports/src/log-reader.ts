import type { TenantId } from '@wardline/kernel'
import type { FacetQuery, Facets, Histogram, HistogramQuery, ReceivedCounts } from './log-counts.ts'
import type { IndexedEvent, SearchPage, SearchQuery } from './log-search.ts'

export interface LogIndexCapabilities {
  /** How long after `put` an event can be found for certain, in milliseconds; 0 = at once. */
  readonly refreshMs: number
  /**
   * What sealing does besides making a partition read-only. `relocates`: it also moves to the nodes of the warm tier.
   */
  readonly sealing: 'compacts' | 'merges' | 'merges_and_relocates'
}

/** Finds, counts and reads normalized events. MUST put the tenant into every query itself. */
export interface LogReader {
  readonly capabilities: LogIndexCapabilities
  search(tenant: TenantId, query: SearchQuery): Promise<SearchPage>
  /**
   * Counts of the most frequent values. When the deadline is over it returns what it has counted so far, and says so in
   * `coverage`.
   */
  facets(tenant: TenantId, query: FacetQuery): Promise<Facets>
  /** Counts over event time, by severity. The same applies to the deadline. */
  histogram(tenant: TenantId, query: HistogramQuery): Promise<Histogram>
  /**
   * Number of events received in the hours from `from` (inclusive) to `to` (exclusive), multiples of an hour at most 31
   * days apart.
   */
  countReceived(tenant: TenantId, from: number, to: number): Promise<ReceivedCounts>
  /** `archived`: no partition has it, but the archive does (only if the index was combined with one: `withArchive`). */
  read(tenant: TenantId, eventId: string): Promise<IndexedEvent | 'archived' | undefined>
}
