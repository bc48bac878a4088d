import { derivedEnvelopeId, type Envelope, originEnvelope } from '@wardline/events'
import { derivedId, newId, rfc3339, type TenantId } from '@wardline/kernel'
import type { LogSourceDoc } from '@wardline/registries'
import { observedTime } from './observed-time.ts'
import { type RawFault, type RawLog, rawLog } from './raw-log.ts'

/** One item of an ingest request. */
export interface IngestItem {
  readonly raw: string | object
  readonly event_ref?: string
  readonly observed_at?: string
  readonly asset_id?: string
}

export type ItemFault = RawFault | 'asset_unknown'
export type ItemResult =
  | { readonly index: number; readonly status: 'accepted' | 'duplicate'; readonly event_id: string }
  | { readonly index: number; readonly status: 'rejected'; readonly code: ItemFault }

export interface Batch {
  readonly id: string
  readonly tenantId: TenantId
  readonly source: LogSourceDoc
  readonly items: readonly IngestItem[]
  readonly knownAssets: ReadonlySet<string>
  readonly correlationId: string
  /** Invalid UTF-8 was replaced somewhere in the request. */
  readonly encodingReplaced: boolean
  /** The tenant's `ids` key. */
  readonly idKey: Uint8Array
  readonly now: number
}

/**
 * Judges every item separately. An event with an `event_ref` gets the same id and the same envelope id whenever it is sent.
 * A later item of the batch with the same `event_ref` is its duplicate.
 * @returns one result per item, in order, and the events of the accepted ones
 */
export function acceptEvents(batch: Batch): {
  readonly results: readonly ItemResult[]
  readonly envelopes: readonly Envelope<'log.event.received'>[]
} {
  const seen = new Map<string, string>()
  const envelopes: Envelope<'log.event.received'>[] = []
  const results = batch.items.map((item, index): ItemResult => {
    const raw = rawLog(item.raw)
    if (typeof raw === 'string') return { index, status: 'rejected', code: raw }
    if (item.asset_id !== undefined && !batch.knownAssets.has(item.asset_id)) {
      return { index, status: 'rejected', code: 'asset_unknown' }
    }
    const first = item.event_ref === undefined ? undefined : seen.get(item.event_ref)
    if (first) return { index, status: 'duplicate', event_id: first }
    const eventId =
      item.event_ref === undefined ? newId('evt') : derivedId('evt', batch.idKey, batch.source.id, item.event_ref)
    if (item.event_ref !== undefined) seen.set(item.event_ref, eventId)
    envelopes.push(received(batch, item, index, eventId, raw))
    return { index, status: 'accepted', event_id: eventId }
  })
  return { results, envelopes }
}

function received(
  batch: Batch,
  item: IngestItem,
  index: number,
  eventId: string,
  raw: RawLog,
): Envelope<'log.event.received'> {
  const { source } = batch
  return originEnvelope({
    kind: 'log.event.received',
    id: derivedEnvelopeId(batch.idKey, 'log.event.received', eventId),
    tenantId: batch.tenantId,
    producer: 'ingest',
    subject: { type: 'log_event', id: eventId },
    correlationId: batch.correlationId,
    now: batch.now,
    payload: {
      event_id: eventId,
      batch_id: batch.id,
      batch_index: index,
      log_source_id: source.id,
      source: {
        format: source.format,
        vendor: source.vendor,
        product: source.product,
        timezone: source.timezone,
        version: source.revision,
      },
      raw: raw.text,
      raw_kind: raw.kind,
      event_ref: item.event_ref ?? null,
      observed_at: item.observed_at === undefined ? null : observedTime(item.observed_at),
      asset_id: item.asset_id ?? null,
      received_at: rfc3339(batch.now),
      encoding_replaced: raw.repaired || (batch.encodingReplaced && raw.text.includes('\u{fffd}')),
    },
  })
}
