import type { TenantId } from '@wardline/kernel'

/** One normalized event to make searchable. */
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
  /** The event as `GET /logs/{event_id}` returns it, without `tier`. Stored, never searched. */
  readonly event: Readonly<Record<string, unknown>>
  /** When it was accepted, in milliseconds since the epoch: the ledger counts events by this time. */
  readonly receivedAt: number
  /** Which delivery this is, at most 64 characters of ASCII; null if it is not counted (an operator's replay). */
  readonly origin: string | null
  /**
   * True if its id comes from a reference that its sender chose, or if its class may have changed. Another delivery may
   * then name another day or class, so the event is looked up wherever it may have been put. It is stored only once for
   * as long as its partition exists.
   */
  readonly repeatable: boolean
}

/** Exact filters. Values are compared as they are: callers fold the case. */
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
 * `created`: this delivery stored the event, either now or when the same `origin` was put before. So a delivery gets
 * the same result however often it comes, and can be counted. `duplicate`: an event with that id is already stored,
 * from another delivery or from none, and stays as it is. `retry`: not now, put it again. `refused`: never (a mapping
 * fault).
 */
export type PutResult = 'created' | 'duplicate' | 'retry' | { readonly refused: string }
