import type { TenantId } from '@wardline/kernel'
import type { FacetQuery, Facets, Histogram, HistogramQuery, ReceivedCounts } from './log-counts.ts'
import type { IndexedEvent, SearchPage, SearchQuery } from './log-search.ts'

export interface LogIndexCapabilities {
  /** How long after `put` an event is sure to be found, in milliseconds; 0 = at once. */
  readonly refreshMs: number
  /** What sealing a partition does beside making it read-only. `relocates`: it also moves to the nodes of the warm tier. */
  readonly sealing: 'compacts' | 'merges' | 'merges_and_relocates'
}

/** Finds, counts and reads normalized events. MUST put the tenant into every query itself. */
export interface LogReader {
  readonly capabilities: LogIndexCapabilities
  search(tenant: TenantId, query: SearchQuery): Promise<SearchPage>
  /** Counts of the most frequent values. When the deadline is over it answers what it has counted, and says so in `coverage`. */
  facets(tenant: TenantId, query: FacetQuery): Promise<Facets>
  /** Counts over event time, by severity; with the same promise about the deadline. */
  histogram(tenant: TenantId, query: HistogramQuery): Promise<Histogram>
  /** Events there are that were received in the hours from `from` (inclusive) to `to` (exclusive), multiples of an hour at most 31 days apart. */
  countReceived(tenant: TenantId, from: number, to: number): Promise<ReceivedCounts>
  /** `archived`: no partition has it, but the archive (where the index was joined with one: `withArchive`). */
  read(tenant: TenantId, eventId: string): Promise<IndexedEvent | 'archived' | undefined>
}
