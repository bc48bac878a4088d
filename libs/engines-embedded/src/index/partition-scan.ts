import type { Partition } from './catalog.ts'
import type { Position, SearchRequest } from './methods.ts'
import type { PartitionReader, Row } from './partition-reader.ts'
import { firstSlot, homeSlot, isCoarse, keyOfSlot, keyOfTime, lastSlot, MAX_SHIFT, timesOfKey } from './slots.ts'
import { matchText } from './tokens.ts'

/**
 * How much time the next step of a search covers: more when the last one was quick, less when it was slow, in any
 * partition.
 */
export interface Pace {
  window: number
}

const FIRST_WINDOW = 15 * 60_000
export const firstPace = (): Pace => ({ window: FIRST_WINDOW })
const QUICK_MS = 10
const SLOW_MS = 40

/**
 * The matching rows of one partition, in the order of the answer, found in steps. Rows come from the file in slot
 * order; a row may be returned only when no unseen row could come before it.
 */
export interface PartitionScan {
  readonly reader: PartitionReader
  readonly tenantNumber: number
  readonly done: boolean
  /** The next row, when it is known. */
  readonly head: Row | undefined
  /** All unknown rows are at this time or after it, in the order of the answer. */
  readonly bound: number
  shift(): void
  /** Scans the next window. Usually blocks for tens of milliseconds at most. */
  step(): void
}

/** In the order of a search: negative when `a` comes first. */
export function comparePositions(order: 'asc' | 'desc', a: Position, b: Position): number {
  const sign = order === 'asc' ? 1 : -1
  return sign * (a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0))
}

export function startScan(
  reader: PartitionReader,
  tenantNumber: number,
  bounds: Pick<Partition, 'first' | 'last'>,
  request: SearchRequest,
  pace: Pace,
): PartitionScan {
  const { order, from, to, after, limit } = request
  const ascending = order === 'asc'
  const match = matchText(tenantNumber, request.tokens)
  const unordered = (key: number): boolean => isCoarse(key) || reader.isCrowded(key)
  const compare = (a: Row, b: Row): number => comparePositions(order, [a.time, a.eventId], [b.time, b.eventId])

  let low = firstSlot(keyOfTime(Math.max(from, bounds.first)))
  let high = lastSlot(keyOfTime(Math.min(to - 1, bounds.last)))
  if (after) {
    const key = keyOfTime(after[0])
    const home = unordered(key) || after[1] === '' ? firstSlot(key) : homeSlot(key, after[1])
    if (ascending && home > low) low = home
    const top = unordered(key) ? lastSlot(key) : after[1] === '' ? firstSlot(key) : home + MAX_SHIFT
    if (!ascending && top < high) high = top
  }
  let buffer: Row[] = []
  /** `low` to `high` are the unseen slots. */
  const exhausted = (): boolean => low > high

  const safe = (row: Row): boolean => {
    if (exhausted()) return true
    const key = keyOfSlot(row.slot)
    const unseen = ascending ? low : high
    if (keyOfSlot(unseen) !== key) return true
    if (unordered(key)) return false
    const home = homeSlot(key, row.eventId)
    return ascending ? home < unseen - MAX_SHIFT : home > unseen
  }
  const wanted = (row: Row): boolean =>
    row.time >= from && row.time < to && (!after || comparePositions(order, [row.time, row.eventId], after) > 0)

  return {
    reader,
    tenantNumber,
    get done() {
      return exhausted() && buffer.length === 0
    },
    get head() {
      const first = buffer[0]
      return first && safe(first) ? first : undefined
    },
    get bound() {
      if (ascending) return exhausted() ? Number.POSITIVE_INFINITY : timesOfKey(keyOfSlot(low))[0]
      return exhausted() ? Number.NEGATIVE_INFINITY : timesOfKey(keyOfSlot(high))[1]
    },
    shift: () => void buffer.shift(),
    step() {
      const started = performance.now()
      const size = BigInt(pace.window)
      const edge = ascending
        ? lastSlot(Number(minBig(BigInt(keyOfSlot(low)) + size, BigInt(keyOfSlot(high)))))
        : firstSlot(Number(maxBig(BigInt(keyOfSlot(high)) - size, BigInt(keyOfSlot(low)))))
      const [from, to] = ascending ? [low, minBig(edge, high)] : [maxBig(edge, low), high]
      const wantedRows = limit + 1 + Number(MAX_SHIFT)
      const rows = reader.rows(match, from, to, order, wantedRows)
      const last = rows.length === wantedRows ? rows.at(-1)?.slot : undefined
      if (ascending) low = (last ?? to) + 1n
      else high = (last ?? from) - 1n
      // A page takes at most `limit + 1` rows of a partition; the next page finds the rows after them again.
      buffer = [...buffer, ...rows.filter(wanted)].sort(compare).slice(0, limit + 1)
      const took = performance.now() - started
      if (took < QUICK_MS) pace.window = Math.min(pace.window * 4, 2 ** 43)
      else if (took > SLOW_MS) pace.window = Math.max(1, Math.floor(pace.window / 4))
    },
  }
}

const minBig = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const maxBig = (a: bigint, b: bigint): bigint => (a > b ? a : b)
