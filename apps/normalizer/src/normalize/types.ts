import type { LogEventReceivedPayload } from '@wardline/events'
import type { TenantId } from '@wardline/kernel'
import type { Redactor } from '@wardline/redaction'

export type TimeQuality = 'exact' | 'zone_assumed' | 'year_assumed' | 'observed' | 'received' | 'clamped'

/** What normalizing one received log gives: a pure function of the envelope's payload and the tenant's redactor. */
export interface Normalized {
  /** Body of `GET /logs/{event_id}` without `tier` (openapi/logs.yaml; docs/architecture.md#normalized-log-events). Secrets are gone from every field; `summary` is redacted. */
  readonly event: Readonly<Record<string, unknown>> & { readonly summary: string }
  /** What rules see: original names with spaces removed, values with nothing but secrets replaced. */
  readonly sourceFields: Readonly<Record<string, unknown>>
  /** Milliseconds since the epoch. */
  readonly eventTime: number
  readonly timeQuality: TimeQuality
  /** `YYYY-MM-DD`. */
  readonly partitionDay: string
  /** The format that was recognised. */
  readonly format: string
  readonly parsed: 'parsed' | 'partial' | 'unparsed'
}

export type Normalize = (
  received: LogEventReceivedPayload,
  context: { readonly tenantId: TenantId; readonly redactor: Redactor },
) => Normalized
