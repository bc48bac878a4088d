import type { TenantId } from '@wardline/kernel'
import type { IndexItem } from '@wardline/ports'

/** The document of an event in an index. It has only the members of the template, because the mapping is strict. */
export const documentId = (tenant: TenantId, eventId: string): string => `${tenant}|${eventId}`

export function documentOf(item: IndexItem): string {
  const f = item.filters
  return JSON.stringify({
    tenant: item.tenantId,
    id: item.eventId,
    time: item.eventTime,
    severity: f.severityId,
    category: f.category,
    type: f.eventType,
    source: f.logSourceId,
    ...(f.assetId === null ? {} : { asset: f.assetId }),
    users: f.users,
    ips: f.ips,
    hosts: f.hosts,
    words: item.words.join(' '),
    received: item.receivedAt,
    ...(item.origin === null ? {} : { origin: item.origin }),
    event: JSON.stringify(item.event),
  })
}
