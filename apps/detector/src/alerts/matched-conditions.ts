import type { EventView } from '../matching/event-view.ts'
import { type Expression, reasons } from '../sigma/expression.ts'
import type { Predicate } from '../sigma/predicate.ts'
import { compileTest, type ValueTest } from '../sigma/test-values.ts'
import type { MatchedCondition } from './alert.ts'

const MAX_CONDITIONS = 100
const MAX_VALUE = 256
const MAX_NAME = 256

/** Evaluates predicates about one event directly, without an index, and each of them only once. */
export function directAnswers(view: EventView): (predicate: Predicate) => boolean {
  const answers = new Map<string, boolean>()
  return predicate => {
    let answer = answers.get(predicate.key)
    if (answer === undefined) {
      answer = compileTest(predicate.test)(view.values(predicate.field), field => view.values(field))
      answers.set(predicate.key, answer)
    }
    return answer
  }
}

/** The predicates that made a matching rule match, with the event's values. */
export function matchedConditions(expression: Expression, view: EventView, limit = MAX_CONDITIONS): MatchedCondition[] {
  return reasons(expression, directAnswers(view), limit).map(({ predicate, selection }) => ({
    selection: selection.slice(0, 128),
    field: predicate.field === null ? null : predicate.field.slice(0, MAX_NAME),
    modifier: predicate.modifier.slice(0, 128),
    value: valueFor(predicate, view),
  }))
}

/**
 * The value that passed: the first of several elements that passes. For keywords, the value in which they were found.
 */
function valueFor(predicate: Predicate, view: EventView): string | null {
  const { texts, folded } = view.values(predicate.field)
  const test: ValueTest = compileTest(predicate.test)
  const other = (field: string) => view.values(field)
  for (let i = 0; i < texts.length && i < MAX_CONDITIONS; i++) {
    const one = { present: true, texts: [texts[i]!], folded: [folded[i]!] }
    if (test(one, other)) return cutText(texts[i]!)
  }
  return texts[0] === undefined ? null : cutText(texts[0])
}

/** Cuts a text to at most 256 UTF-16 code units, without splitting a character. */
function cutText(text: string): string {
  if (text.length <= MAX_VALUE) return text
  const last = text.charCodeAt(MAX_VALUE - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_VALUE - 1 : MAX_VALUE)
}
