import type { TenantId } from '@wardline/kernel'
import type { FacetQuery, Facets, Histogram, HistogramQuery, ReceivedCounts } from './log-counts.ts'
import type { LogPartitions } from './log-partitions.ts'

export const TIERS = ['hot', 'warm', 'cold'] as const
export type Tier = (typeof TIERS)[number]

/** One normalized event to be made searchable. */
export interface IndexItem {
  readonly tenantId: TenantId
  readonly eventId: string
  /** `YYYY-MM-DD` in UTC: a pure function of the received envelope (docs/architecture.md#normalized-log-events). */
  readonly partitionDay: string
  readonly retentionClass: string
  /** Milliseconds since the epoch. */
  readonly eventTime: number
  /** Words of the redacted summary, from the kernel's `indexTokens`. */
  readonly words: readonly string[]
  readonly filters: IndexFilters
  /** The event as `GET /logs/{event_id}` answers it, without `tier`. Stored, never searched. */
  readonly event: Readonly<Record<string, unknown>>
  /** When it was accepted, in milliseconds since the epoch: the ledger counts by it. */
  readonly receivedAt: number
  /** Which delivery this is, at most 64 characters of ASCII; null for one that is not counted (an operator's replay). */
  readonly origin: string | null
  /**
   * Its id comes of a reference that its sender chose, or its class may have changed: another delivery may say another day or class, and
   * the event is looked for wherever one may have put it. It is stored once for as long as the partition that has it is there.
   */
  readonly repeatable: boolean
}

/** Exact filters. Values are compared as they are: callers fold case. */
export interface IndexFilters {
  readonly severityId: number
  readonly category: string
  readonly eventType: string
  readonly logSourceId: string
  readonly assetId: string | null
  /** User names, addresses and host names of the event, folded; for internal roles only. At most 32 each. */
  readonly users: readonly string[]
  readonly ips: readonly string[]
  readonly hosts: readonly string[]
}

/**
 * `created`: the event is there, made by this delivery: now, or when the same `origin` was put before. So a delivery is answered the same
 * however often it comes, and can be counted. `duplicate`: an event of that id is there from another delivery, or from none, and stays as it
 * is. `retry`: not now, put it again. `refused`: never (a mapping fault).
 */
export type PutResult = 'created' | 'duplicate' | 'retry' | { readonly refused: string }

/** Values that an event has exactly. */
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
  /** `next` of the page before, of the same query. */
  readonly after?: string
  /** An event that has any of these values is left out. */
  readonly not?: ExactFilters
  /** Words from the kernel's `queryTokens`: every one must occur; of a list, any one of its words. */
  readonly words?: readonly (string | readonly string[])[]
  /** The search answers what it has, and says so in `coverage`, when this much time has passed. */
  readonly deadlineMs: number
}

export interface Coverage {
  /** Of the partitions that were looked at; `cold` where some of them were restored from the archive. */
  readonly tiers: readonly Tier[]
  /** What could not be looked at, and why (`deadline`, `cold`, `unavailable`): never silently missing. Days are partition days. */
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

export interface LogIndexCapabilities {
  /** How long after `put` an event is sure to be found, in milliseconds; 0 = at once. */
  readonly refreshMs: number
  /** What sealing a partition does beside making it read-only. `relocates`: it also moves to the nodes of the warm tier. */
  readonly sealing: 'compacts' | 'merges' | 'merges_and_relocates'
}

/** Where normalized events lie, searchable, by tenant. MUST put the tenant into every query itself. */
export interface LogIndex extends LogPartitions {
  readonly capabilities: LogIndexCapabilities
  /** Idempotent by tenant and event id. One result per item, in order; resolves once what it says `created` is durable. */
  put(items: readonly IndexItem[]): Promise<readonly PutResult[]>
  search(tenant: TenantId, query: SearchQuery): Promise<SearchPage>
  /** Counts of the most frequent values. When the deadline is over it answers what it has counted, and says so in `coverage`. */
  facets(tenant: TenantId, query: FacetQuery): Promise<Facets>
  /** Counts over event time, by severity; with the same promise about the deadline. */
  histogram(tenant: TenantId, query: HistogramQuery): Promise<Histogram>
  /** Events there are that were received in the hours from `from` (inclusive) to `to` (exclusive), multiples of an hour at most 31 days apart. */
  countReceived(tenant: TenantId, from: number, to: number): Promise<ReceivedCounts>
  /** `archived`: no partition has it, but the archive (where the index was joined with one: {@link withArchive}). */
  read(tenant: TenantId, eventId: string): Promise<IndexedEvent | 'archived' | undefined>
}
