import { type Envelope, originEnvelope } from '@wardline/events'
import { rfc3339, type TenantId } from '@wardline/kernel'

export type RawLog = Envelope<'log.event.received'>

/** A raw log in clear, as ingest published it before it sealed them. */
export const rawLog = (log: {
  readonly tenant: TenantId
  readonly eventId: string
  readonly raw: string
  readonly rawKind?: 'text' | 'object'
  readonly receivedAt: number
  readonly format?: string
  readonly product?: string
  readonly eventRef?: string | null
}): RawLog =>
  originEnvelope({
    kind: 'log.event.received',
    tenantId: log.tenant,
    producer: 'ingest',
    subject: { type: 'log_event', id: log.eventId },
    correlationId: 'cor_tiers',
    now: log.receivedAt,
    payload: {
      event_id: log.eventId,
      batch_id: 'bat_1',
      batch_index: 0,
      log_source_id: 'src_1',
      source: {
        format: log.format ?? 'syslog',
        vendor: null,
        product: log.product ?? null,
        timezone: 'UTC',
        version: 1,
      },
      raw: log.raw,
      raw_kind: log.rawKind ?? 'text',
      event_ref: log.eventRef === undefined ? log.eventId : log.eventRef,
      observed_at: null,
      asset_id: null,
      received_at: rfc3339(log.receivedAt),
      encoding_replaced: false,
    },
  })
