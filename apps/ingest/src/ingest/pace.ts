/** Logs that wait longer than this for the pipeline slow their tenant down. Less is what a batch takes. */
const LATE_MS = 1_000
/** A tenant is slowed down until it has not been late for this long. */
const CALM_MS = 30_000
/** How much faster it may be every second meanwhile. */
const FASTER = 1.1
const GROWS_MS = 1_000
/** What is late shall be worked off, but nobody is slowed to less than this part of what the pipeline handles. */
const LEAST_PART = 0.25
/** Events per second that always get through. */
const LEAST_RATE = 100
/** The longest that a batch waits for its turn. */
const MAX_WAIT_MS = 2_000
/** How often the accepted events are noted, and how many notes are kept: for a delay of two minutes. */
const NOTE_MS = 500
const MAX_NOTES = 240

/**
 * How fast logs of one tenant are accepted: without a bound as long as they do not wait for the pipeline, then as fast
 * as the pipeline handles them (ADR 19). What it handles is what was accepted when its latest events were.
 */
export interface Pace {
  /**
   * Takes note of a report; one that it knows, or an older one, changes nothing.
   * @param delayMs how long the events had waited that were handled then
   */
  heard(delayMs: number, now: number): void
  /**
   * @returns after how many milliseconds these events may be accepted, 0 for now; they count as accepted then. Nothing
   * is counted if `refused`: it would take too long.
   */
  take(events: number, now: number): { readonly waitMs: number; readonly refused: boolean }
}

export function createPace(): Pace {
  let total = 0
  const notes: { readonly at: number; readonly total: number }[] = []
  let handled: { readonly at: number; readonly events: number } | undefined
  /** Events per second that the pipeline handles, as long as they keep it busy. */
  let handles: number | undefined
  /** Events per second that are accepted. Undefined: as many as come. */
  let rate: number | undefined
  let lateAt = Number.NEGATIVE_INFINITY
  let grownAt = 0
  let next = 0

  function note(now: number): void {
    const last = notes.at(-1)
    if (last && now - last.at < NOTE_MS) return
    notes.push({ at: now, total })
    if (notes.length > MAX_NOTES) notes.shift()
  }
  /** Events that had been accepted at a time, between two notes in proportion. */
  function acceptedAt(at: number, now: number): number {
    const after = notes.findIndex(n => n.at > at)
    const [from, to] = after === -1 ? [notes.at(-1), { at: now, total }] : [notes[after - 1], notes[after]!]
    if (!from) return notes[0]?.total ?? total
    return from.total + ((to.total - from.total) * (at - from.at)) / Math.max(1, to.at - from.at)
  }

  /** Without being late a tenant gets faster, second by second, and is free again after a while. */
  function grow(now: number): void {
    if (rate === undefined || now - Math.max(lateAt, grownAt) < GROWS_MS) return
    grownAt = now
    rate = now - lateAt > CALM_MS ? undefined : Math.max(rate * FASTER, LEAST_RATE)
  }

  return {
    heard(delayMs, now) {
      const events = acceptedAt(now - delayMs, now)
      const before = handled ?? { at: notes[0]?.at ?? now, events: 0 }
      const seconds = (now - before.at) / 1000
      if (seconds < NOTE_MS / 1000) return
      handled = { at: now, events }
      if (delayMs <= LATE_MS) {
        if (rate !== undefined && handles !== undefined) rate = Math.max(rate, handles)
        return
      }
      const measured = Math.max(0, events - before.events) / seconds
      handles = handles === undefined ? measured : (handles + measured) / 2
      const waitMs = Math.max(delayMs, (1000 * (total - events)) / Math.max(LEAST_RATE, handles))
      rate = Math.max(LEAST_RATE, handles * Math.max(LEAST_PART, LATE_MS / waitMs))
      lateAt = now
    },
    take(events, now) {
      note(now)
      grow(now)
      const begins = Math.max(now, next)
      const waitMs = rate === undefined ? 0 : begins - now
      if (waitMs > MAX_WAIT_MS) return { waitMs, refused: true }
      if (rate !== undefined) next = begins + (events * 1000) / rate
      total += events
      return { waitMs, refused: false }
    },
  }
}
