import type { CorrelationEvent, FiredWindow } from '@wardline/registries'
import type { CorrelationRule } from '../rules/compile-rules.ts'
import type { Counted } from './windows.ts'

/** Most events that one group keeps: its state is one document. Above the largest threshold, with room for what the watermark holds back. */
export const MAX_GROUP_EVENTS = 5_000
/** Fired windows that a group remembers; what falls into an older one may fire again, under the same alert id. */
export const MAX_FIRED_WINDOWS = 200

/**
 * Holds a group to its bound. What goes first: events too old to share a window with anything that may still come, then repeats of a
 * counted value, then the oldest.
 * @param horizon event time (milliseconds) before which no event within the lateness can come any more
 * @returns the group, and how many events it lost that might have counted.
 */
export function withinBounds(
  rule: CorrelationRule,
  counted: Counted,
  horizon: number,
  most = MAX_GROUP_EVENTS,
): { readonly counted: Counted; readonly lost: number } {
  const fired: readonly FiredWindow[] = counted.fired.slice(-MAX_FIRED_WINDOWS)
  if (counted.events.length <= most) return { counted: { events: counted.events, fired }, lost: 0 }
  const live = counted.events.filter(event => event.t > horizon - rule.timespanMs)
  const thinned = live.length > most && rule.type === 'value_count' ? newestOfEachValue(live) : live
  const events = thinned.slice(-most)
  return { counted: { events, fired }, lost: live.length - events.length }
}

function newestOfEachValue(events: readonly CorrelationEvent[]): readonly CorrelationEvent[] {
  const last = new Map(events.map((event, i) => [event.v, i]))
  return events.filter((event, i) => last.get(event.v) === i)
}
