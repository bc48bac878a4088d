import { isLiteral, type PatternPart } from './text-pattern.ts'

export type NumberOperator = 'gt' | 'gte' | 'lt' | 'lte'
export type TimePart = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'
export type TextMode = 'equals' | 'contains' | 'startswith' | 'endswith'

/**
 * A condition on one value of a field. `cased` compares as written; everything else compares folded. `any`: there is a
 * value; `null`: there is none, or the field is missing; `exists`: the field is present, with any value.
 */
export type Test =
  | { readonly kind: 'text'; readonly mode: TextMode; readonly parts: readonly PatternPart[]; readonly cased: boolean }
  | { readonly kind: 'regex'; readonly source: string; readonly flags: string; readonly program: number }
  | { readonly kind: 'cidr'; readonly network: string }
  | { readonly kind: 'number'; readonly operator: NumberOperator; readonly than: number }
  | { readonly kind: 'time'; readonly part: TimePart; readonly operator: NumberOperator | 'eq'; readonly than: number }
  | { readonly kind: 'any' }
  | { readonly kind: 'null' }
  | { readonly kind: 'exists'; readonly wanted: boolean }
  | { readonly kind: 'fieldref'; readonly other: string; readonly mode: TextMode; readonly cased: boolean }

/**
 * A test of one field of an event; `field` null tests every value of the event (Sigma keywords). Equal tests have the
 * same `key`, so rules can share them.
 */
export interface Predicate {
  readonly field: string | null
  readonly test: Test
  readonly key: string
  /** The modifiers as written in the rule, `|`-separated. Reported with a match, but not part of the identity. */
  readonly modifier: string
}

export function predicate(field: string | null, test: Test, modifier: string): Predicate {
  return { field, test, modifier, key: `${field === null ? '' : `f:${field}`}\u0000${keyOf(test)}` }
}

function keyOf(test: Test): string {
  return JSON.stringify(test.kind === 'text' ? [test.mode, test.cased, test.parts] : test)
}

/** Tests that may take much longer than reading the text once. */
export const growsWithText = (test: Test): boolean =>
  test.kind === 'regex' || test.kind === 'fieldref' || (test.kind === 'text' && !isLiteral(test.parts))
