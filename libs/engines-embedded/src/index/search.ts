import type { Partition } from './catalog.ts'
import type { Position, SearchAnswer, SearchRequest } from './methods.ts'
import type { PartitionReader, Row } from './partition-reader.ts'
import { comparePositions, type PartitionScan, startScan } from './partition-scan.ts'

/** A partition's file, held open until `release`. */
export interface Lease {
  readonly reader: PartitionReader
  release(): void
}

interface Active {
  readonly partition: Partition
  readonly scan: PartitionScan
}

/**
 * One page over all partitions that may hold such events, merged as they come. Partitions are opened only when the page gets as far as
 * their bounds. Between two steps others get their turn and the deadline is checked; when it is over, the page ends at the place up to
 * which everything has been looked at.
 */
export async function search(
  partitions: readonly Partition[],
  lease: (partition: Partition) => Lease,
  request: SearchRequest,
): Promise<SearchAnswer> {
  const { order, limit } = request
  const ascending = order === 'asc'
  const deadline = performance.now() + request.deadlineMs
  const nearest = (p: Partition): number => (ascending ? p.first : p.last)
  /** Whether something at time `a` could come before, or tie with, something at time `b`. */
  const reaches = (a: number, b: number): boolean => (ascending ? a <= b : a >= b)

  const unopened = partitions
    .filter(p => p.last >= request.from && p.first < request.to)
    .sort((a, b) => (ascending ? a.first - b.first : b.last - a.last))
  const active: Active[] = []
  const leases: Lease[] = []
  const incomplete: { from: string; to: string; reason: string }[] = []
  const found: { readonly row: Row; readonly scan: PartitionScan }[] = []
  const unavailable = ({ day }: Partition): void => {
    incomplete.push({ from: day, to: day, reason: 'unavailable' })
  }

  const openNext = (): void => {
    const partition = unopened.shift()
    if (!partition) return
    try {
      const held = lease(partition)
      leases.push(held)
      const tenantNumber = held.reader.tenantNumber(request.tenant)
      if (tenantNumber !== undefined) active.push({ partition, scan: startScan(held.reader, tenantNumber, request) })
    } catch {
      unavailable(partition)
    }
  }
  const step = (a: Active): void => {
    try {
      a.scan.step()
    } catch {
      unavailable(a.partition)
      active.splice(active.indexOf(a), 1)
    }
  }
  const best = (): PartitionScan | undefined => {
    let first: PartitionScan | undefined
    for (const { scan } of active)
      if (scan.head && (!first?.head || comparePositions(order, at(scan.head), at(first.head)) < 0)) first = scan
    return first
  }
  /** Does one piece of work that must come before `candidate` may be given out. False when there is none. */
  const work = (candidate: Row | undefined): boolean => {
    const blocks = (time: number): boolean => !candidate || reaches(time, candidate.time)
    const behind = active.find(({ scan }) => !scan.done && !scan.head && blocks(scan.bound))
    const partition = unopened[0]
    if (behind) step(behind)
    else if (partition && blocks(nearest(partition))) openNext()
    else return false
    return true
  }

  try {
    for (let steps = 0; found.length <= limit; ) {
      const scan = best()
      const over = steps > 0 && performance.now() >= deadline
      if (over && isBlocked(active, unopened, scan?.head, reaches, nearest)) return page(true)
      if (work(scan?.head)) {
        steps++
        await new Promise(resolve => setImmediate(resolve))
      } else if (scan?.head) {
        found.push({ row: scan.head, scan })
        scan.shift()
      } else break
    }
    return page(false)
  } finally {
    for (const held of leases) held.release()
  }

  function page(cut: boolean): SearchAnswer {
    const shown = found.slice(0, limit)
    const docs = shown.flatMap(({ row, scan }) => scan.reader.doc(row.slot, scan.tenantNumber) ?? [])
    if (!cut) {
      const last = shown.at(-1)
      return { docs, next: last && found.length > limit ? at(last.row) : null, incomplete }
    }
    const rest = [...active.filter(a => !a.scan.done).map(a => a.partition), ...unopened].map(p => p.day).sort()
    const bounds = [
      ...active.filter(a => !a.scan.done && !a.scan.head).map(a => a.scan.bound),
      ...unopened.map(nearest),
    ]
    const reached: Position = ascending ? [Math.min(...bounds), ''] : [Math.max(...bounds) + 1, '']
    const { after } = request
    const next = after && comparePositions(order, reached, after) < 0 ? after : reached
    const late = { from: rest[0] ?? '', to: rest.at(-1) ?? '', reason: 'deadline' }
    return { docs, next, incomplete: [...incomplete, late] }
  }
}

function isBlocked(
  active: readonly Active[],
  unopened: readonly Partition[],
  candidate: Row | undefined,
  reaches: (a: number, b: number) => boolean,
  nearest: (p: Partition) => number,
): boolean {
  const bounds = [...active.filter(a => !a.scan.done && !a.scan.head).map(a => a.scan.bound), ...unopened.map(nearest)]
  return bounds.some(time => !candidate || reaches(time, candidate.time))
}

const at = (row: Row): Position => [row.time, row.eventId]
