import { directAnswers } from '../alerts/matched-conditions.ts'
import { fieldReader, valuesOf, viewOf } from '../matching/event-view.ts'
import { routes } from '../routing/log-sources.ts'
import { type Originating, originOfEvent } from '../routing/origin-of-event.ts'
import type { Expression } from '../sigma/expression.ts'
import type { Predicate } from '../sigma/predicate.ts'
import type { SingleRule } from '../sigma/rule.ts'

const MAX_CONDITIONS = 200
/** The result of one predicate. `unknown`: the stored event no longer has the field, so nobody can tell. */
export type Answer = 'held' | 'not_held' | 'unknown'

/** One predicate of a rule, with the event's value. */
export interface AnsweredCondition {
  readonly selection: string
  readonly field: string | null
  readonly modifier: string
  readonly value: string | null
  readonly answer: Answer
}

/** The result of one rule on a stored event. `matched` is null if the event does not contain enough to tell. */
export interface ExplainedRule {
  readonly title: string
  readonly matched: boolean | null
  readonly complete: boolean
  readonly routed: boolean
  readonly conditions: readonly AnsweredCondition[]
}

/** Evaluates a rule on a stored event again, predicate by predicate. */
export function explainRule(rule: SingleRule, payload: Originating): ExplainedRule {
  const view = viewOf(payload)
  const ask = directAnswers(view)
  const kept = (field: string | null): boolean => field === null || valuesOf(fieldReader(field)(payload)).present
  const conditions: AnsweredCondition[] = []
  const visit = (expression: Expression): void => {
    if (conditions.length >= MAX_CONDITIONS) return
    if (expression.op !== 'is') {
      for (const term of expression.op === 'not' ? [expression.term] : expression.terms) visit(term)
      return
    }
    const { predicate, selection } = expression
    const answer: Answer = !kept(predicate.field) ? 'unknown' : ask(predicate) ? 'held' : 'not_held'
    const value = predicate.field === null ? null : (view.values(predicate.field).texts[0]?.slice(0, 256) ?? null)
    conditions.push({ selection, field: predicate.field, modifier: predicate.modifier, value, answer })
  }
  visit(rule.expression)
  const routed = routes(rule.logSource, originOfEvent(payload))
  const outcome = tellable(rule.expression, predicate => (kept(predicate.field) ? ask(predicate) : undefined))
  const matched = !routed ? false : (outcome ?? null)
  return { title: rule.metadata.title, matched, complete: matched !== null, routed, conditions }
}

/** Evaluates the expression when some results are unknown (Kleene logic). Undefined if the unknown ones decide. */
function tellable(expression: Expression, ask: (predicate: Predicate) => boolean | undefined): boolean | undefined {
  if (expression.op === 'is') return ask(expression.predicate)
  if (expression.op === 'not') {
    const inner = tellable(expression.term, ask)
    return inner === undefined ? undefined : !inner
  }
  const decisive = expression.op === 'or'
  const answers = expression.terms.map(term => tellable(term, ask))
  if (answers.includes(decisive)) return decisive
  return answers.includes(undefined) ? undefined : !decisive
}
