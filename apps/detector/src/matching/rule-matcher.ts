import { LRUCache } from 'lru-cache'
import { type Origin, routes } from '../routing/log-sources.ts'
import { type Originating, originOfEvent } from '../routing/origin-of-event.ts'
import type { SingleRule } from '../sigma/rule.ts'
import { createMatcher, type Matcher, type Meter } from './matcher.ts'

/** Number of cached matchers. Origins differ by log source, not by event, so a deployment has a few dozen. */
const MAX_MATCHERS = 128
const NONE: readonly never[] = []

/** A {@link Meter} that gets the rules themselves. */
export interface RuleMeter<R> {
  skips(rule: R): boolean
  spent(rule: R, ms: number): boolean
}

/** Tells which of a fixed set of rules match an event. */
export interface RuleMatcher<R> {
  match(event: Originating, meter?: RuleMeter<R>): readonly R[]
}

/**
 * Groups rules by the origin of events. Events of one origin are matched only against the rules routed to it, in one
 * shared {@link Matcher}, which is created when the first such event arrives.
 */
export function createRuleMatcher<R extends { readonly rule: SingleRule }>(rules: readonly R[]): RuleMatcher<R> {
  const byLogSource = new Map<string, { readonly routed: SingleRule['logSource']; readonly rules: R[] }>()
  for (const entry of rules) {
    const { category, product, service } = entry.rule.logSource
    const key = JSON.stringify([category, product, service])
    const group = byLogSource.get(key)
    if (group) group.rules.push(entry)
    else byLogSource.set(key, { routed: entry.rule.logSource, rules: [entry] })
  }
  const groups = [...byLogSource.values()]
  const chosenBy = new LRUCache<string, { key: string; chosen: readonly number[] }>({ max: 4_096 })
  const matchers = new LRUCache<string, { matcher: Matcher; rules: readonly R[] }>({ max: MAX_MATCHERS })

  const chosenFor = (origin: Origin): { key: string; chosen: readonly number[] } => {
    const name = JSON.stringify([origin.categories, origin.products, origin.services, origin.open])
    let found = chosenBy.get(name)
    if (!found) {
      const chosen = groups.flatMap((group, i) => (routes(group.routed, origin) ? [i] : []))
      found = { key: chosen.join(), chosen }
      chosenBy.set(name, found)
    }
    return found
  }
  return {
    match(event, meter) {
      if (groups.length === 0) return NONE
      const { key, chosen } = chosenFor(originOfEvent(event))
      if (chosen.length === 0) return NONE
      let found = matchers.get(key)
      if (!found) {
        const mine = chosen.flatMap(i => groups[i]!.rules)
        found = { matcher: createMatcher(mine.map(({ rule }) => rule.expression)), rules: mine }
        matchers.set(key, found)
      }
      const { rules: mine } = found
      const watching: Meter | undefined = meter && {
        skips: place => meter.skips(mine[place]!),
        spent: (place, ms) => meter.spent(mine[place]!, ms),
      }
      return found.matcher.match(event, watching).map(place => mine[place]!)
    },
  }
}
