import { DAY_MS } from '@wardline/kernel'
import { type Timestamp, utcOf } from './timestamps.ts'
import type { TimeQuality } from './types.ts'
import type { Zones } from './zones.ts'

const EARLIEST = Date.UTC(1900, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)

export interface EventTime {
  readonly ms: number
  readonly quality: TimeQuality
}

/** Input of the time rules (docs/architecture.md#times). Milliseconds since the epoch. */
export interface TimeContext {
  readonly observed: number | undefined
  readonly received: number
  readonly timezone: string
  readonly zones: Zones
}

/**
 * When the event happened, by the best evidence: the log's own time, else when the collector saw it, else when the
 * platform accepted it. A time outside 1900 to 2100 becomes the receive time.
 */
export function eventTime(at: Timestamp | undefined, context: TimeContext): EventTime {
  const time = at && own(at, context)
  if (!time) {
    const { observed, received } = context
    if (observed === undefined) return { ms: received, quality: 'received' }
    return bounded({ ms: observed, quality: 'observed' }, received)
  }
  return bounded(time, context.received)
}

function bounded(time: EventTime, received: number): EventTime {
  return time.ms >= EARLIEST && time.ms < LATEST ? time : { ms: received, quality: 'clamped' }
}

function own(at: Timestamp, context: TimeContext): EventTime | undefined {
  if (at.kind === 'instant') return { ms: at.ms, quality: 'exact' }
  const { zones, timezone } = context
  if (at.year !== null) {
    const wall = utcOf(at.year, at.month, at.day, at.time)
    if (wall === undefined) return undefined
    if (at.zone !== undefined) return { ms: zones.instant(wall, at.zone), quality: 'exact' }
    return { ms: zones.instant(wall, timezone), quality: 'zone_assumed' }
  }
  const reference = context.observed ?? context.received
  const ms = nearestYear(at, reference, wall => zones.instant(wall, timezone))
  return ms === undefined ? undefined : { ms, quality: 'year_assumed' }
}

/**
 * The year that brings the time nearest to the reference, at most 24 h after it. 29 February may need to go back up to
 * eight years.
 */
function nearestYear(
  at: Extract<Timestamp, { kind: 'wall' }>,
  reference: number,
  instant: (wall: number) => number,
): number | undefined {
  const year = new Date(reference).getUTCFullYear()
  for (let candidate = year + 1; candidate >= year - 8; candidate--) {
    const wall = utcOf(candidate, at.month, at.day, at.time)
    if (wall === undefined) continue
    const ms = instant(wall)
    if (ms <= reference + DAY_MS) return ms
  }
  return undefined
}
