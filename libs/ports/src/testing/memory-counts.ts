import { HOUR_MS, startOf } from '@wardline/kernel'
import { type Bucket, bucketsOf, type Facet, type FacetField, facetOf, type ReceivedCount } from '../log-counts.ts'
import type { IndexItem } from '../log-item.ts'

export function countValues(items: readonly IndexItem[], field: FacetField, top: number): Facet {
  const counts = new Map<string | number, number>()
  for (const { filters } of items) {
    const value = filters[field]
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return facetOf(field, counts, top)
}

export function countBuckets(items: readonly IndexItem[], intervalMs: number): Bucket[] {
  const counts = new Map<number, Record<number, number>>()
  for (const { eventTime, filters } of items) {
    const start = startOf(eventTime, intervalMs)
    const bySeverity = counts.get(start) ?? {}
    bySeverity[filters.severityId] = (bySeverity[filters.severityId] ?? 0) + 1
    counts.set(start, bySeverity)
  }
  return bucketsOf(counts)
}

export function countReceipts(items: readonly IndexItem[]): ReceivedCount[] {
  const counts = new Map<string, ReceivedCount>()
  for (const { receivedAt, filters } of items) {
    const hour = startOf(receivedAt, HOUR_MS)
    const key = `${hour} ${filters.logSourceId}`
    counts.set(key, { logSourceId: filters.logSourceId, hour, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => a.hour - b.hour || (a.logSourceId < b.logSourceId ? -1 : 1))
}
