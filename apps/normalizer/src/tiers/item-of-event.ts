import { indexTokens, severityFromId, severityId, type TenantId } from '@wardline/kernel'
import type { ArchivedEvent, IndexItem } from '@wardline/ports'
import { filterValues } from '../normalize/observables.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * The item that an event was indexed as, made from the event alone: the archive keeps events as the API answers them, and nothing beside. Not
 * a delivery, so the ledger does not count it.
 */
export function itemOfEvent(
  tenantId: TenantId,
  event: ArchivedEvent,
  place: Pick<IndexItem, 'partitionDay' | 'retentionClass'>,
): IndexItem {
  return {
    tenantId,
    eventId: text(event.event_id),
    ...place,
    eventTime: Date.parse(text(event.event_time)),
    words: indexTokens(text(event.summary)),
    filters: {
      severityId: severityId(severityFromId(Number(event.severity_id))),
      category: text(event.category),
      eventType: text(event.event_type),
      logSourceId: text(event.log_source_id),
      assetId: typeof event.asset_id === 'string' ? event.asset_id : null,
      ...filterValues(event),
    },
    event,
    receivedAt: Date.parse(text(event.ingested_at)) || 0,
    origin: null,
    repeatable: false,
  }
}
