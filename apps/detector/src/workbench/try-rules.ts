import { directAnswers, matchedConditions } from '../alerts/matched-conditions.ts'
import { viewOf } from '../matching/event-view.ts'
import { routes } from '../routing/log-sources.ts'
import { type Originating, originOfEvent } from '../routing/origin-of-event.ts'
import { holds } from '../sigma/expression.ts'
import type { SingleRule } from '../sigma/rule.ts'

/** The result of one rule on an event that somebody made up. */
export interface TriedRule {
  readonly title: string
  /** Whether the event would reach the rule. */
  readonly routed: boolean
  readonly matched: boolean
  readonly conditions: ReturnType<typeof matchedConditions>
}

/** Evaluates rules on an event, whether or not it would be routed to them. */
export function tryRules(rules: readonly SingleRule[], payload: Originating): TriedRule[] {
  const view = viewOf(payload)
  return rules.map(rule => {
    const matched = holds(rule.expression, directAnswers(view))
    return {
      title: rule.metadata.title,
      routed: routes(rule.logSource, originOfEvent(payload)),
      matched,
      conditions: matched ? matchedConditions(rule.expression, view) : [],
    }
  })
}
