import type { LogEventNormalizedPayload } from '@wardline/events'
import type { Expression } from '../sigma/expression.ts'
import { asksSlowly, predicatesOf } from '../sigma/expression.ts'
import { growsWithText, type Predicate } from '../sigma/predicate.ts'
import { compileTest, type FieldValues, type ValueTest } from '../sigma/test-values.ts'
import { type FieldReader, fieldReader, valuesOf } from './event-view.ts'
import { type FieldIndex, indexField } from './field-index.ts'
import { type Signal, signalOf, triggersOf } from './trigger.ts'

type Event = Pick<LogEventNormalizedPayload, 'source_fields' | 'event'>

/** Measures tests whose time grows with the text. Rules are identified by their index in the matcher's list. */
export interface Meter {
  /** Whether a rule with such tests is skipped for this event. */
  skips(rule: number): boolean
  /**
   * Reports the time (milliseconds) of one test of the rule.
   * @returns true if the rule must stop. It then counts as not matching.
   */
  spent(rule: number, ms: number): boolean
}

/** The rules of one origin in one structure. Not re-entrant: it takes one event at a time. */
export interface Matcher {
  /** Ascending indexes, in the matcher's list, of the rules that match the event. */
  match(event: Event, meter?: Meter): readonly number[]
}

/** A rule's condition in terms of numbered predicates. */
type Node =
  | { readonly op: 'is'; readonly predicate: number }
  | { readonly op: 'not'; readonly term: Node }
  | { readonly op: 'and' | 'or'; readonly terms: readonly Node[] }

interface Known {
  readonly predicate: Predicate
  readonly signal: Signal | undefined
  readonly field: number
  test: ValueTest | undefined
  /** Rules to check when the signal is seen. */
  readonly wakes: number[]
}

/**
 * One shared structure for many rules (docs/architecture.md#detection): every distinct predicate is evaluated at most
 * once per event, and a rule is checked only if a signal that it needs was seen.
 */
export function createMatcher(expressions: readonly Expression[]): Matcher {
  const { known, numbers } = numberPredicates(expressions)
  const nodes = expressions.map(expression => numbered(expression, numbers))
  const always: number[] = []
  expressions.forEach((expression, rule) => {
    const triggers = triggersOf(expression)
    if (!triggers) always.push(rule)
    else for (const key of new Set(triggers.map(trigger => trigger.key))) known[numbers.get(key)!]!.wakes.push(rule)
  })
  const fields = indexFields(known)

  // State of the current event. A stamp equal to `turn` means that it was seen in this event, so nothing is cleared
  // between events.
  let turn = 0
  const signalled = new Uint32Array(known.length)
  const asked = new Uint32Array(known.length)
  const answer = new Uint8Array(known.length)
  const woken = new Uint32Array(expressions.length)
  const candidates: number[] = []
  let event: Event
  let watching: Meter | undefined
  let asking = 0
  let stopped = false
  const metered = expressions.map(asksSlowly)
  const values: (FieldValues | undefined)[] = new Array(fields.length).fill(undefined)
  const valueTurn = new Uint32Array(fields.length)

  const valuesAt = (field: number): FieldValues => {
    if (valueTurn[field] !== turn) {
      values[field] = valuesOf(fields[field]!.read(event))
      valueTurn[field] = turn
    }
    return values[field]!
  }
  const otherFields = new Map<string, FieldReader>()
  const other = (field: string): FieldValues => {
    let reader = otherFields.get(field)
    if (!reader) {
      reader = fieldReader(field)
      otherFields.set(field, reader)
    }
    return valuesOf(reader(event))
  }
  const signal = (predicate: number): void => {
    if (signalled[predicate] === turn) return
    signalled[predicate] = turn
    for (const rule of known[predicate]!.wakes) {
      if (woken[rule] === turn) continue
      woken[rule] = turn
      candidates.push(rule)
    }
  }
  const ask = (number: number): boolean => {
    const { signal: needed, predicate, field } = known[number]!
    if (needed && signalled[number] !== turn) return false
    if (needed?.exact) return true
    if (asked[number] !== turn) {
      if (stopped) return false
      asked[number] = turn
      const began = watching && growsWithText(predicate.test) ? performance.now() : undefined
      const test = testOf(number, predicate)
      answer[number] = test(valuesAt(field), other) ? 1 : 0
      if (began !== undefined) stopped = watching!.spent(asking, performance.now() - began)
    }
    return answer[number] === 1
  }
  const fits = (rule: number): boolean => {
    if (metered[rule] && watching?.skips(rule)) return false
    asking = rule
    stopped = false
    return holds(nodes[rule]!) && !stopped
  }
  const testOf = (number: number, predicate: Predicate): ValueTest => {
    const entry = known[number]!
    entry.test ??= compileTest(predicate.test)
    return entry.test
  }
  const holds = (node: Node): boolean => {
    switch (node.op) {
      case 'is':
        return ask(node.predicate)
      case 'not':
        return !holds(node.term)
      case 'and':
        for (const term of node.terms) if (!holds(term)) return false
        return true
      case 'or':
        for (const term of node.terms) if (holds(term)) return true
        return false
    }
  }

  return {
    match(next, meter) {
      event = next
      watching = meter
      turn = turn === 0xffffffff ? restart() : turn + 1
      candidates.length = 0
      for (let field = 0; field < fields.length; field++) fields[field]!.index.scan(valuesAt(field), signal)
      const matched: number[] = []
      for (const rule of candidates) if (fits(rule)) matched.push(rule)
      for (const rule of always) if (fits(rule)) matched.push(rule)
      return matched.sort((a, b) => a - b)
    },
  }

  function restart(): number {
    for (const stamps of [signalled, asked, woken, valueTurn]) stamps.fill(0)
    return 1
  }

  function indexFields(all: readonly Known[]): { readonly read: FieldReader; readonly index: FieldIndex }[] {
    const byField: { name: string | null; signals: { signal: Signal; predicate: number }[] }[] = []
    all.forEach(({ predicate, signal: needed, field }, number) => {
      byField[field] ??= { name: predicate.field, signals: [] }
      if (needed) byField[field].signals.push({ signal: needed, predicate: number })
    })
    return byField.map(({ name, signals }) => ({
      read: name === null ? ({ source_fields }) => source_fields : fieldReader(name),
      index: indexField(signals),
    }))
  }
}

function numberPredicates(expressions: readonly Expression[]): { known: Known[]; numbers: Map<string, number> } {
  const known: Known[] = []
  const numbers = new Map<string, number>()
  const fields = new Map<string | null, number>()
  for (const expression of expressions) {
    for (const predicate of predicatesOf(expression)) {
      if (numbers.has(predicate.key)) continue
      numbers.set(predicate.key, known.length)
      let field = fields.get(predicate.field)
      if (field === undefined) {
        field = fields.size
        fields.set(predicate.field, field)
      }
      known.push({ predicate, signal: signalOf(predicate), field, test: undefined, wakes: [] })
    }
  }
  return { known, numbers }
}

function numbered(expression: Expression, numbers: ReadonlyMap<string, number>): Node {
  if (expression.op === 'is') return { op: 'is', predicate: numbers.get(expression.predicate.key)! }
  if (expression.op === 'not') return { op: 'not', term: numbered(expression.term, numbers) }
  return { op: expression.op, terms: expression.terms.map(term => numbered(term, numbers)) }
}
