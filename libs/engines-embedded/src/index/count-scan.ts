import { startOf } from '@wardline/kernel'
import type { Partition } from './catalog.ts'
import { meets, SPAN_MS } from './kinds.ts'
import type { CountRequest } from './methods.ts'
import type { PartitionReader } from './partition-reader.ts'
import { firstSlot, isCoarse, keyOfTime, lastSlot } from './slots.ts'
import { matchText } from './tokens.ts'

/** A step first covers the events, or the spans, of this much time; more when that was quick, less when it was slow. */
const FIRST_WINDOW = 15 * 60_000
const FIRST_SPANS = 24 * 3_600_000
const QUICK_MS = 4
const SLOW_MS = 16

/** Receives `n` events of a kind (a number of the partition's) whose times lie in one bucket. */
export type Sink = (bucketStart: number, kind: number, n: number) => void

/** Counts one partition in steps. */
export interface CountScan {
  readonly done: boolean
  /** Scans the next window. Usually blocks for some milliseconds. */
  step(): void
}

/**
 * If kinds alone decide, whole spans are read from their sums, and only the edges are counted event by event. Otherwise
 * everything is. @param bucketMs no step gives numbers across buckets of this width; Infinity means one bucket for all.
 */
export function startCount(
  reader: PartitionReader,
  tenantNumber: number,
  bounds: Pick<Partition, 'first' | 'last'>,
  request: CountRequest,
  bucketMs: number,
  sink: Sink,
): CountScan {
  const { counts } = reader
  const match = matchText(tenantNumber, request.tokens)
  const begin = Math.max(request.from, bounds.first)
  const end = Math.min(request.to, bounds.last + 1)
  const filter = request.kinds
  const bySpans = filter !== null && (bucketMs === Number.POSITIVE_INFINITY || bucketMs % SPAN_MS === 0)
  const firstSpan = bySpans ? Math.ceil(begin / SPAN_MS) * SPAN_MS : end
  const lastSpan = bySpans ? startOf(end, SPAN_MS) : end
  const wanted = new Map<number, boolean>()
  let at = begin
  const eventWindow = createWindow(FIRST_WINDOW)
  const spanWindow = createWindow(FIRST_SPANS)

  const bucketOf = (time: number): number => (bucketMs === Number.POSITIVE_INFINITY ? 0 : startOf(time, bucketMs))
  const isWanted = (kind: number): boolean => {
    const known = wanted.get(kind)
    if (known !== undefined) return known
    const answer = filter !== null && meets(counts.kind(kind), filter)
    wanted.set(kind, answer)
    return answer
  }

  function sumSpans(): void {
    const upTo = Math.min(lastSpan, at + Math.ceil(spanWindow.ms / SPAN_MS) * SPAN_MS)
    for (const { span, kind, n } of counts.spans(tenantNumber, at / SPAN_MS, upTo / SPAN_MS - 1))
      if (isWanted(kind)) sink(bucketOf(span * SPAN_MS), kind, n)
    at = upTo
  }

  function countEvents(): void {
    const limit = at < firstSpan ? Math.min(end, firstSpan) : end
    const bucketEnd = bucketMs === Number.POSITIVE_INFINITY ? limit : bucketOf(at) + bucketMs
    const upTo = Math.min(limit, bucketEnd, at + eventWindow.ms)
    const [low, high] = [keyOfTime(at), keyOfTime(upTo - 1)]
    const found =
      isCoarse(low) || isCoarse(high)
        ? counts.matchingTimes(match, firstSlot(low), lastSlot(high), at, upTo)
        : counts.matching(match, firstSlot(low), lastSlot(high))
    for (const { kind, n } of found) sink(bucketOf(at), kind, n)
    at = upTo
  }

  return {
    get done() {
      return at >= end
    },
    step() {
      if (at >= firstSpan && at < lastSpan) spanWindow.measured(sumSpans)
      else eventWindow.measured(countEvents)
    },
  }
}

/** How much time a step covers: adjusted until a step takes some milliseconds. */
function createWindow(first: number): { readonly ms: number; measured(step: () => void): void } {
  let ms = first
  return {
    get ms() {
      return ms
    },
    measured(step) {
      const started = performance.now()
      step()
      const took = performance.now() - started
      if (took < QUICK_MS) ms = Math.min(ms * 4, 2 ** 43)
      else if (took > SLOW_MS) ms = Math.max(1, Math.floor(ms / 4))
    },
  }
}
