import type { Expression } from '../sigma/expression.ts'
import { fold } from '../sigma/fold.ts'
import type { Predicate, Test } from '../sigma/predicate.ts'
import { requiredLiteral } from '../sigma/regex.ts'
import { isLiteral, literalOf, longestLiteral } from '../sigma/text-pattern.ts'

/**
 * What an event must contain before a predicate can hold: `equals`: a value that folds to `text`; `literal`: a value
 * that contains `text`, at its start or end if so stated; `present`: the field. `exact` signals prove the predicate;
 * others only make it worth evaluating.
 */
export type Signal = { readonly field: string | null; readonly exact: boolean } & (
  | { readonly kind: 'equals'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: string; readonly start: boolean; readonly end: boolean }
  | { readonly kind: 'present' }
)

/** undefined for predicates that can hold without any value in the event (a missing field). */
export function signalOf({ field, test }: Predicate): Signal | undefined {
  if (test.kind === 'null' || (test.kind === 'exists' && !test.wanted)) return undefined
  if (test.kind === 'text') return textSignal(field, test)
  if (test.kind === 'regex') {
    const text = requiredLiteral(test.source, fold)
    if (text.length >= 2) return { field, exact: false, kind: 'literal', text, start: false, end: false }
  }
  return { field, exact: test.kind === 'exists', kind: 'present' }
}

function textSignal(field: string | null, test: Extract<Test, { kind: 'text' }>): Signal {
  const whole = isLiteral(test.parts)
  const text = fold(whole ? literalOf(test.parts) : longestLiteral(test.parts))
  if (whole && test.mode === 'equals') return { field, exact: !test.cased, kind: 'equals', text }
  if (text === '') return { field, exact: false, kind: 'present' }
  const start = whole && test.mode === 'startswith'
  const end = whole && test.mode === 'endswith'
  return { field, exact: whole && !test.cased, kind: 'literal', text, start, end }
}

/** Fields that nearly every event of a log source has, with one of a few values. */
const COMMON: ReadonlySet<string> = new Set([
  'Channel',
  'Provider_Name',
  'EventType',
  'Initiated',
  'eventSource',
  'class_uid',
])

/** Rough probability that a signal is seen in an event that reaches the rule. Only the order matters. */
function chance(signal: Signal): number {
  if (signal.kind === 'present') return 0.8
  if (signal.field !== null && COMMON.has(signal.field)) return 0.5
  if (signal.kind === 'equals') return signal.text.length > 5 ? 0.01 : 0.05
  const byLength = Math.max(0.0005, 0.7 ** signal.text.length)
  return signal.start || signal.end ? Math.max(0.02, byLength) : byLength
}

interface Choice {
  readonly predicates: readonly Predicate[]
  readonly chance: number
}

/**
 * The rarest set of predicates such that the expression can hold only if at least one of them holds or its signal is
 * seen. Undefined if the expression can hold without any.
 */
export function triggersOf(expression: Expression): readonly Predicate[] | undefined {
  return choose(expression)?.predicates
}

function choose(expression: Expression): Choice | undefined {
  switch (expression.op) {
    case 'is': {
      const signal = signalOf(expression.predicate)
      return signal && { predicates: [expression.predicate], chance: chance(signal) }
    }
    case 'not':
      return undefined
    case 'and': {
      let best: Choice | undefined
      for (const term of expression.terms) {
        const choice = choose(term)
        if (choice && (!best || choice.chance < best.chance)) best = choice
      }
      return best
    }
    case 'or': {
      const predicates: Predicate[] = []
      let sum = 0
      for (const term of expression.terms) {
        const choice = choose(term)
        if (!choice) return undefined
        for (const predicate of choice.predicates) predicates.push(predicate)
        sum += choice.chance
      }
      return { predicates, chance: Math.min(1, sum) }
    }
  }
}
