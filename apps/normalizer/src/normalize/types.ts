import type { LogEventReceivedPayload } from '@wardline/events'
import type { TenantId } from '@wardline/kernel'
import type { Redactor } from '@wardline/redaction'

export type TimeQuality = 'exact' | 'zone_assumed' | 'year_assumed' | 'observed' | 'received' | 'clamped'

/** The result of normalizing one received log: a pure function of the envelope's payload and the tenant's redactor. */
export interface Normalized {
  /**
   * Body of `GET /logs/{event_id}` without `tier` (openapi/logs.yaml; docs/architecture.md#normalized-log-events).
   * Secrets are removed from every field. `summary` is redacted; `message` is the text that it is made from, and is
   * absent if they are the same.
   */
  readonly event: Readonly<Record<string, unknown>> & { readonly summary: string; readonly message?: string }
  /** What rules see: original names with spaces removed, and values in which only secrets are replaced. */
  readonly sourceFields: Readonly<Record<string, unknown>>
  /** Milliseconds since the epoch. */
  readonly eventTime: number
  readonly timeQuality: TimeQuality
  /** `YYYY-MM-DD`. */
  readonly partitionDay: string
  /** The recognized format. */
  readonly format: string
  readonly parsed: 'parsed' | 'partial' | 'unparsed'
}

export type Normalize = (
  received: LogEventReceivedPayload,
  context: { readonly tenantId: TenantId; readonly redactor: Redactor },
) => Normalized
