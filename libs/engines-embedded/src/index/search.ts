import type { Tier } from '@wardline/ports'
import { type Partition, tierOf } from './catalog.ts'
import type { FairTurns } from './fair-turns.ts'
import type { Position, SearchAnswer, SearchRequest } from './methods.ts'
import type { PartitionReader, Row } from './partition-reader.ts'
import { comparePositions, firstPace, type PartitionScan, startScan } from './partition-scan.ts'

/** A partition's file, kept open until `release`. */
export interface Lease {
  readonly reader: PartitionReader
  release(): void
}

/** How searches and counts reach the partitions. */
export interface ReadParts {
  readonly partitions: readonly Partition[]
  lease(partition: Partition): Lease
  warn(fault: unknown): void
  /** Awaited before every step. */
  readonly turn: FairTurns
}

interface Active {
  readonly partition: Partition
  readonly scan: PartitionScan
}

/**
 * One page over all partitions that may contain such events, merged as they come. Partitions are opened only when the
 * page reaches their bounds. Between two steps other searches get their turn and the deadline is checked. When it is
 * over, the page ends at the point up to which everything has been searched.
 */
export async function search(
  { partitions, lease, warn, turn }: ReadParts,
  request: SearchRequest,
): Promise<SearchAnswer> {
  const { order, limit } = request
  const ascending = order === 'asc'
  const deadline = performance.now() + request.deadlineMs
  const began: Position = request.after ?? [ascending ? request.from : request.to, '']
  /** The first time, in the order of the search, at which a partition may have something for this page. */
  const nearest = (p: Partition): number => (ascending ? Math.max(p.first, began[0]) : Math.min(p.last, began[0]))
  /** Whether something at time `a` could come before, or tie with, something at time `b`. */
  const reaches = (a: number, b: number): boolean => (ascending ? a <= b : a >= b)

  const unopened = partitions
    .filter(p => p.last >= request.from && p.first < request.to)
    .filter(p => (ascending ? p.last >= began[0] : p.first <= began[0]))
    .sort((a, b) => (ascending ? nearest(a) - nearest(b) : nearest(b) - nearest(a)))
  const pace = firstPace()
  const active: Active[] = []
  const leases: Lease[] = []
  const incomplete: { from: string; to: string; reason: string }[] = []
  const found: { readonly row: Row; readonly active: Active }[] = []
  const unavailable = ({ day }: Partition, fault: unknown): void => {
    warn(fault)
    incomplete.push({ from: day, to: day, reason: 'unavailable' })
  }

  const openNext = (): void => {
    const partition = unopened.shift()
    if (!partition) return
    try {
      const held = lease(partition)
      leases.push(held)
      const tenantNumber = held.reader.tenantNumber(request.tenant)
      if (tenantNumber !== undefined)
        active.push({ partition, scan: startScan(held.reader, tenantNumber, partition, request, pace) })
    } catch (fault) {
      unavailable(partition, fault)
    }
  }
  const step = (a: Active): void => {
    try {
      a.scan.step()
    } catch (fault) {
      unavailable(a.partition, fault)
      active.splice(active.indexOf(a), 1)
    }
  }
  const best = (): Active | undefined => {
    let first: Active | undefined
    for (const a of active)
      if (a.scan.head && (!first?.scan.head || comparePositions(order, at(a.scan.head), at(first.scan.head)) < 0))
        first = a
    return first
  }
  /** What must be searched before `candidate` may be returned. */
  const nextWork = (candidate: Row | undefined): Active | 'open' | undefined => {
    const blocks = (time: number): boolean => !candidate || reaches(time, candidate.time)
    const behind = active.find(({ scan }) => !scan.done && !scan.head && blocks(scan.bound))
    if (behind) return behind
    return unopened[0] && blocks(nearest(unopened[0])) ? 'open' : undefined
  }
  const work = (next: Active | 'open'): void => {
    if (next === 'open') openNext()
    else step(next)
  }
  /** The point up to which everything has been searched. */
  const reached = (): Position => {
    const bounds = [
      ...active.filter(a => !a.scan.done && !a.scan.head).map(a => a.scan.bound),
      ...unopened.map(nearest),
    ]
    return ascending ? [Math.min(...bounds), ''] : [Math.max(...bounds) + 1, '']
  }

  try {
    while (found.length <= limit) {
      const first = best()
      const head = first?.scan.head
      // However short the deadline, a page makes progress: a caller that follows `next` reaches the end.
      const next = nextWork(head)
      const over = performance.now() >= deadline && comparePositions(order, reached(), began) > 0
      if (next && over) return cutPage()
      if (next) {
        await turn(request.tenant)
        work(next)
      } else if (first && head) {
        found.push({ row: head, active: first })
        first.scan.shift()
      } else break
    }
    const last = found[limit - 1]
    return { ...events(), next: last && found.length > limit ? at(last.row) : null, incomplete }
  } finally {
    for (const held of leases) held.release()
  }

  function events(): Pick<SearchAnswer, 'docs' | 'tiers'> {
    const docs: string[] = []
    const tiers: Tier[] = []
    for (const { row, active: a } of found.slice(0, limit)) {
      const doc = a.scan.reader.doc(row.slot, a.scan.tenantNumber)
      if (doc === undefined) continue
      docs.push(doc)
      tiers.push(tierOf(a.partition))
    }
    return { docs, tiers }
  }
  function cutPage(): SearchAnswer {
    const days = [...active.filter(a => !a.scan.done).map(a => a.partition), ...unopened].map(p => p.day).sort()
    const late = { from: days[0] ?? '', to: days.at(-1) ?? '', reason: 'deadline' }
    return { ...events(), next: reached(), incomplete: [...incomplete, late] }
  }
}

const at = (row: Row): Position => [row.time, row.eventId]
