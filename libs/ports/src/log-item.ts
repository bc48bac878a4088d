import type { TenantId } from '@wardline/kernel'

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
