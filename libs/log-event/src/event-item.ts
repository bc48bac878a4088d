import { indexTokens, severityFromId, severityId, type TenantId } from '@wardline/kernel'
import type { ArchivedEvent, IndexItem } from '@wardline/ports'
import { filterValues } from './filter-values.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Of an event that comes from the archive or the index itself: the ledger does not count it. */
const NOT_DELIVERED = { origin: null, repeatable: false } as const

/**
 * The item that an event is indexed as, made from the event alone: the archive keeps events as the API answers them, and nothing beside. So
 * what comes back from there is found by the same words and filters as before.
 */
export function eventItem(
  tenantId: TenantId,
  event: ArchivedEvent,
  place: Pick<IndexItem, 'partitionDay' | 'retentionClass'>,
  delivery: Pick<IndexItem, 'origin' | 'repeatable'> = NOT_DELIVERED,
): IndexItem {
  return {
    tenantId,
    eventId: text(event.event_id),
    partitionDay: place.partitionDay,
    retentionClass: place.retentionClass,
    eventTime: Date.parse(text(event.event_time)),
    words: indexTokens(text(event.summary)),
    filters: {
      // As its severity reads on the wire: OCSF has more ids than names.
      severityId: severityId(severityFromId(Number(event.severity_id))),
      category: text(event.category),
      eventType: text(event.event_type),
      logSourceId: text(event.log_source_id),
      assetId: typeof event.asset_id === 'string' ? event.asset_id : null,
      ...filterValues(event),
    },
    event,
    receivedAt: Date.parse(text(event.ingested_at)) || 0,
    origin: delivery.origin,
    repeatable: delivery.repeatable,
  }
}
