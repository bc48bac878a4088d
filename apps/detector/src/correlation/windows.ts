import type { CorrelationEvent, EventPlace, FiredWindow } from '@wardline/registries'
import type { CorrelationRule } from '../rules/compile-rules.ts'
import type { CountCondition } from '../sigma/correlation.ts'

/** What a group has counted: the events not yet used in an alert, in order, and the windows that have fired. */
export interface Counted {
  readonly events: readonly CorrelationEvent[]
  readonly fired: readonly FiredWindow[]
}

export const comparePlaces = (a: EventPlace, b: EventPlace): number =>
  a.t - b.t || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * Adds events, each once and in order. Events within a window that has fired are already counted. Count correlations
 * take an event once, even if it matched several of their rules; temporal correlations take it once for each rule.
 */
export function addEvents(
  rule: CorrelationRule,
  { events, fired }: Counted,
  added: readonly CorrelationEvent[],
): Counted {
  const temporal = rule.type === 'temporal' || rule.type === 'temporal_ordered'
  const keyOf = (event: CorrelationEvent): string => (temporal ? `${event.b}\n${event.id}` : event.id)
  const known = new Set(events.map(keyOf))
  const fresh = added.filter(event => {
    const key = keyOf(event)
    if (known.has(key) || fired.some(window => within(event, window))) return false
    known.add(key)
    return true
  })
  if (fresh.length === 0) return { events, fired }
  return {
    events: [...events, ...fresh].sort((a, b) => comparePlaces(a, b) || (a.b < b.b ? -1 : a.b > b.b ? 1 : 0)),
    fired,
  }
}

const within = (place: EventPlace, { first, anchor }: FiredWindow): boolean =>
  comparePlaces(first, place) <= 0 && comparePlaces(place, anchor) <= 0

/** The events of a window that satisfies its rule. The last one is the anchor. */
export type Satisfied = readonly CorrelationEvent[]

/**
 * Walks the events in order and returns every window that satisfies the rule at its last event. After it, counting
 * starts again. A window never spans one that has fired. Pure: the same events give the same windows, in any order of
 * arrival.
 * @param until only anchors before this event time (milliseconds), which the watermark has passed
 * @param most maximum number of windows
 */
export function satisfiedWindows(
  rule: CorrelationRule,
  counted: Counted,
  until: number,
  most = Number.POSITIVE_INFINITY,
): Satisfied[] {
  const found: Satisfied[] = []
  const barriers = counted.fired.map(window => window.anchor).sort(comparePlaces)
  let barrier = 0
  let from = 0
  const tally = createTally(rule)
  for (const [i, event] of counted.events.entries()) {
    if (event.t >= until || found.length >= most) break
    let anew = false
    while (barrier < barriers.length && comparePlaces(barriers[barrier]!, event) < 0) {
      barrier++
      anew = true
    }
    if (anew) {
      tally.clear()
      from = i
    }
    tally.add(event)
    while (counted.events[from]!.t <= event.t - rule.timespanMs) tally.remove(counted.events[from++]!)
    if (!tally.holds(() => counted.events.slice(from, i + 1))) continue
    found.push(counted.events.slice(from, i + 1))
    tally.clear()
    from = i + 1
  }
  return found
}

/** What remains after windows have fired. */
export function fire({ events, fired }: Counted, windows: readonly Satisfied[]): Counted {
  const used = new Set(windows.flat())
  const now = windows.map(window => ({ first: placeOf(window[0]!), anchor: placeOf(window.at(-1)!) }))
  return {
    events: events.filter(event => !used.has(event)),
    fired: [...fired, ...now].sort((a, b) => comparePlaces(a.anchor, b.anchor)),
  }
}

const placeOf = ({ t, id }: EventPlace): EventPlace => ({ t, id })

interface Tally {
  add(event: CorrelationEvent): void
  remove(event: CorrelationEvent): void
  clear(): void
  holds(window: () => Satisfied): boolean
}

function createTally(rule: CorrelationRule): Tally {
  const counts = new Map<string, number>()
  let total = 0
  const keyOf = (event: CorrelationEvent): string => (rule.type === 'value_count' ? (event.v ?? '') : event.b)
  return {
    add(event) {
      const key = keyOf(event)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      total++
    },
    remove(event) {
      const key = keyOf(event)
      const left = (counts.get(key) ?? 1) - 1
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
      total--
    },
    clear() {
      counts.clear()
      total = 0
    },
    holds(window) {
      if (rule.type === 'event_count') return rule.conditions.every(condition => compare(total, condition))
      if (rule.type === 'value_count') return rule.conditions.every(condition => compare(counts.size, condition))
      const conditions: readonly CountCondition[] =
        rule.conditions.length > 0
          ? rule.conditions
          : [{ operator: 'gte', than: new Set(rule.bases.map(b => b.reference)).size }]
      if (!conditions.every(condition => compare(counts.size, condition))) return false
      return (
        rule.type === 'temporal' ||
        inOrder(
          window(),
          rule.bases.map(base => base.reference),
        )
      )
    },
  }
}

function compare(count: number, { operator, than }: CountCondition): boolean {
  switch (operator) {
    case 'gt':
      return count > than
    case 'gte':
      return count >= than
    case 'lt':
      return count < than
    case 'lte':
      return count <= than
    case 'eq':
      return count === than
    case 'neq':
      return count !== than
  }
}

/** Whether events of the rules occur in the order in which the rules are listed. */
function inOrder(window: Satisfied, references: readonly string[]): boolean {
  let next = 0
  for (const event of window) if (event.b === references[next]) next++
  return next === references.length
}
