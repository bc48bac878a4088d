import { indexTokens, severityFromId, severityId, type TenantId } from '@wardline/kernel'
import type { ArchivedEvent, IndexItem } from '@wardline/ports'
import { filterValues } from './filter-values.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** For an event from the archive or the index itself: the ledger does not count it. */
const NOT_DELIVERED = { origin: null, repeatable: false } as const

/**
 * The index item of an event, derived only from the event: the archive keeps events as the API returns them, and
 * nothing else. So an event restored from there is found by the same words and filters as before.
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
      // Its severity as on the wire: OCSF has more ids than names.
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
