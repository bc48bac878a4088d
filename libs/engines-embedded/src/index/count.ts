import { HOUR_MS } from '@wardline/kernel'
import { type Bucket, bucketsOf, type Facet, type FacetField, facetOf, type ReceivedCount } from '@wardline/ports'
import { startCount } from './count-scan.ts'
import type { Kind } from './kinds.ts'
import type { CountRequest, FacetsRequest, HistogramRequest, Incomplete } from './methods.ts'
import type { Lease, ReadParts } from './search.ts'

type Counted = (bucketStart: number, kind: Kind, n: number) => void

/**
 * Counts over all partitions that may contain such events, one after another, the newest first. Between two steps other
 * searches get their turn and the deadline is checked.
 */
async function countAll(
  { partitions, lease, warn, turn }: ReadParts,
  request: CountRequest,
  bucketMs: number,
  counted: Counted,
): Promise<Incomplete> {
  const deadline = performance.now() + request.deadlineMs
  const incomplete: { from: string; to: string; reason: string }[] = []
  const concerned = partitions
    .filter(p => p.last >= request.from && p.first < request.to)
    .sort((a, b) => b.last - a.last)
  for (const [i, partition] of concerned.entries()) {
    const sums = new Map<string, { readonly bucket: number; readonly kind: number; n: number }>()
    let held: Lease | undefined
    try {
      held = lease(partition)
      const tenantNumber = held.reader.tenantNumber(request.tenant)
      if (tenantNumber === undefined) continue
      const scan = startCount(held.reader, tenantNumber, partition, request, bucketMs, (bucket, kind, n) => {
        const key = `${bucket} ${kind}`
        const sum = sums.get(key)
        if (sum) sum.n += n
        else sums.set(key, { bucket, kind, n })
      })
      while (!scan.done && performance.now() < deadline) {
        await turn(request.tenant)
        scan.step()
      }
      for (const { bucket, kind, n } of sums.values()) counted(bucket, held.reader.counts.kind(kind), n)
      if (!scan.done) {
        const days = concerned.slice(i).map(p => p.day)
        days.sort()
        return [...incomplete, { from: days[0] ?? '', to: days.at(-1) ?? '', reason: 'deadline' }]
      }
    } catch (fault) {
      warn(fault)
      incomplete.push({ from: partition.day, to: partition.day, reason: 'unavailable' })
    } finally {
      held?.release()
    }
  }
  return incomplete
}

export async function countFacets(
  parts: ReadParts,
  request: FacetsRequest,
): Promise<{ facets: Facet[]; total: number; incomplete: Incomplete }> {
  const byField = new Map<FacetField, Map<string | number, number>>(request.fields.map(field => [field, new Map()]))
  let total = 0
  const incomplete = await countAll(parts, request, Number.POSITIVE_INFINITY, (_bucket, kind, n) => {
    total += n
    for (const [field, counts] of byField) {
      const value = kind[field]
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + n)
    }
  })
  return { facets: [...byField].map(([field, counts]) => facetOf(field, counts, request.top)), total, incomplete }
}

export async function countBuckets(
  parts: ReadParts,
  request: HistogramRequest,
): Promise<{ buckets: Bucket[]; incomplete: Incomplete }> {
  const buckets = new Map<number, Record<number, number>>()
  const incomplete = await countAll(parts, request, request.intervalMs, (start, { severityId }, n) => {
    const bySeverity = buckets.get(start) ?? {}
    bySeverity[severityId] = (bySeverity[severityId] ?? 0) + n
    buckets.set(start, bySeverity)
  })
  return { buckets: bucketsOf(buckets), incomplete }
}

/** Distinct events by source and hour of receipt, over all partitions: event times say nothing about when an event was received. */
export async function countReceipts(
  { partitions, lease, warn, turn }: ReadParts,
  request: { readonly tenant: string; readonly from: number; readonly to: number },
): Promise<{ counts: ReceivedCount[]; incomplete: Incomplete }> {
  const counts = new Map<string, ReceivedCount>()
  const incomplete: { from: string; to: string; reason: string }[] = []
  for (const partition of partitions) {
    await turn(request.tenant)
    let held: Lease | undefined
    try {
      held = lease(partition)
      const { reader } = held
      const tenantNumber = reader.tenantNumber(request.tenant)
      if (tenantNumber === undefined) continue
      for (const row of reader.counts.receipts(tenantNumber, request.from / HOUR_MS, request.to / HOUR_MS - 1)) {
        const { logSourceId } = reader.counts.kind(row.kind)
        const key = `${row.hour} ${logSourceId}`
        const count = (counts.get(key)?.count ?? 0) + row.n
        counts.set(key, { logSourceId, hour: row.hour * HOUR_MS, count })
      }
    } catch (fault) {
      warn(fault)
      incomplete.push({ from: partition.day, to: partition.day, reason: 'unavailable' })
    } finally {
      held?.release()
    }
  }
  const sorted = [...counts.values()].sort((a, b) => a.hour - b.hour || (a.logSourceId < b.logSourceId ? -1 : 1))
  return { counts: sorted, incomplete }
}
