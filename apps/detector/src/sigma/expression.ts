import { growsWithText, type Predicate } from './predicate.ts'

/** A rule's condition with its selections filled in. Leaves know the selection that they come from. */
export type Expression =
  | { readonly op: 'and' | 'or'; readonly terms: readonly Expression[] }
  | { readonly op: 'not'; readonly term: Expression }
  | { readonly op: 'is'; readonly predicate: Predicate; readonly selection: string }

export const allOf = (terms: readonly Expression[]): Expression =>
  terms.length === 1 ? terms[0]! : { op: 'and', terms }
export const anyOf = (terms: readonly Expression[]): Expression =>
  terms.length === 1 ? terms[0]! : { op: 'or', terms }
export const negate = (term: Expression): Expression => (term.op === 'not' ? term.term : { op: 'not', term })

/** Whether the expression holds, given the result of each predicate. */
export function holds(expression: Expression, ask: (predicate: Predicate) => boolean): boolean {
  switch (expression.op) {
    case 'is':
      return ask(expression.predicate)
    case 'not':
      return !holds(expression.term, ask)
    case 'and':
      return expression.terms.every(term => holds(term, ask))
    case 'or':
      return expression.terms.some(term => holds(term, ask))
  }
}

type Leaf = Extract<Expression, { op: 'is' }>

/**
 * The leaves that made a true expression true, in the rule's order. Leaves under a `not` prove nothing and are left
 * out.
 */
export function reasons(
  expression: Expression,
  ask: (predicate: Predicate) => boolean,
  limit: number,
): readonly Leaf[] {
  const found: Leaf[] = []
  const visit = (e: Expression): void => {
    if (found.length >= limit || e.op === 'not') return
    if (e.op === 'is') {
      if (ask(e.predicate)) found.push(e)
    } else for (const term of e.terms) if (e.op === 'and' || holds(term, ask)) visit(term)
  }
  visit(expression)
  return found
}

/** Every predicate of an expression. */
export function* predicatesOf(expression: Expression): Generator<Predicate> {
  if (expression.op === 'is') yield expression.predicate
  else if (expression.op === 'not') yield* predicatesOf(expression.term)
  else for (const term of expression.terms) yield* predicatesOf(term)
}

/** Sizes of the compiled regular expressions in the expressions, each distinct one once. */
export function programsOf(expressions: Iterable<Expression>): Iterable<number> {
  const programs = new Map<string, number>()
  for (const expression of expressions)
    for (const { key, test } of predicatesOf(expression)) if (test.kind === 'regex') programs.set(key, test.program)
  return programs.values()
}

/** Whether an expression has a test whose time grows with the text. */
export function asksSlowly(expression: Expression): boolean {
  for (const { test } of predicatesOf(expression)) if (growsWithText(test)) return true
  return false
}
