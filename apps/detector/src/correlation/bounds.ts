import type { CorrelationEvent, FiredWindow } from '@wardline/registries'
import type { CorrelationRule } from '../rules/compile-rules.ts'
import type { Counted } from './windows.ts'

/**
 * Maximum number of events in one group, because its state is one document. Above the largest threshold, with room for
 * the events that the watermark holds back.
 */
export const MAX_GROUP_EVENTS = 5_000
/** Fired windows that a group remembers. Events in an older window may fire again, with the same alert id. */
export const MAX_FIRED_WINDOWS = 200

/**
 * Keeps a group within its bound. It drops, in this order, events too old to share a window with any event to come,
 * repeats of a counted value, and the oldest events.
 * @param horizon event time (milliseconds) before which no event within the lateness can still arrive
 * @returns the group, and the number of dropped events that might have counted.
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
