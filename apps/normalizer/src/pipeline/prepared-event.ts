import { causedEnvelope, type Envelope, openEvent, sealEvent } from '@wardline/events'
import { type Keyring, rfc3339, type TenantId } from '@wardline/kernel'
import { eventItem } from '@wardline/log-event'
import type { IndexItem, Position } from '@wardline/ports'
import type { Redactor } from '@wardline/redaction'
import type { Normalize, Normalized } from '../normalize/types.ts'
import type { RetentionClassOf } from '../retention/retention-of-tenants.ts'
import { shownEvent } from './shown-event.ts'

/** A raw log to process: as delivered, or without a position when an operator replays it. */
export interface Received {
  readonly envelope: Envelope<'log.event.received'>
  readonly position: Position | null
  /** Name of this delivery. Defaults to its position. */
  readonly origin?: string
}

/** The result of normalizing one raw log, for the index and for the next stage. */
export interface PreparedEvent {
  readonly item: IndexItem
  /** Sealed, as it goes to its topic. */
  readonly normalized: Envelope<'log.event.normalized'>
  readonly parsed: Normalized['parsed']
}

export interface PrepareContext {
  readonly normalize: Normalize
  readonly redactorOf: (tenant: TenantId) => Redactor
  readonly classOf: RetentionClassOf
  readonly keyring: Keyring
  readonly now: number
}

/** The name of a delivery. The index and the rejections record which delivery created each entry. */
export const originOf = ({ position, origin }: Received): string | undefined =>
  origin ?? (position ? `${position.partition}:${position.offset}` : undefined)

/** Rules read the original fields, so the message need not go to the topic, not even sealed. */
function withoutMessage(event: Normalized['event']): Record<string, unknown> {
  const { message: _, ...rest } = event
  return rest
}

/**
 * Pure except for `now`, which only says when the event was emitted, and for the nonces of what it seals.
 * @throws CannotOpen, or whatever `normalize` throws.
 */
export function prepareEvent(received: Received, context: PrepareContext): PreparedEvent {
  const { position } = received
  const envelope = openEvent(context.keyring, received.envelope)
  const { payload, tenant_id: tenantId } = envelope
  const redactor = context.redactorOf(tenantId)
  const n = context.normalize(payload, { tenantId, redactor })
  const retention = context.classOf(tenantId, Date.parse(payload.received_at))
  const place = { partitionDay: n.partitionDay, retentionClass: retention.name }
  const normalized = causedEnvelope(envelope, context.keyring.key(tenantId, 'ids'), {
    kind: 'log.event.normalized',
    producer: 'normalizer',
    subject: { type: 'log_event', id: payload.event_id },
    now: context.now,
    payload: {
      event_id: payload.event_id,
      log_source_id: payload.log_source_id,
      asset_id: payload.asset_id,
      partition_day: n.partitionDay,
      retention_class: retention.name,
      event_time: rfc3339(n.eventTime),
      received_at: payload.received_at,
      product: { vendor: payload.source.vendor, product: payload.source.product, format: n.format },
      event: withoutMessage(n.event),
      source_fields: n.sourceFields,
      received_position: position,
    },
  })
  return {
    parsed: n.parsed,
    item: eventItem(tenantId, n.event, place, {
      origin: originOf(received) ?? null,
      repeatable: payload.event_ref !== null || retention.changed,
    }),
    normalized: sealEvent(
      context.keyring,
      normalized,
      {
        product: { vendor: null, product: null, format: n.format },
        event: shownEvent(n.event, redactor),
        source_fields: {},
      },
      ['event'],
    ),
  }
}
