import { parseCondition } from './condition.ts'
import { allOf, anyOf, type Expression } from './expression.ts'
import { compileItem } from './field-item.ts'
import { type Located, type LocatedMap, type LocatedScalar, member } from './located-yaml.ts'
import { RuleFault } from './rule-fault.ts'

/**
 * Maximum number of predicates in one rule, counted while its values are expanded, because a short text can expand to
 * very many.
 */
const MAX_LEAVES = 20_000

interface Budget {
  left: number
}

/**
 * Compiles the `detection` of a rule: its condition with its selections filled in.
 * @throws RuleFault with the line that cannot be compiled.
 */
export function compileDetection(detection: LocatedMap): Expression {
  const condition = member(detection, 'condition')
  if (!condition) throw new RuleFault('condition_invalid', "a detection needs a 'condition'", detection.line)
  if (member(detection, 'timeframe')) {
    throw new RuleFault(
      'condition_invalid',
      "'timeframe' belongs to aggregations that Sigma 2 does not have: write a correlation",
      detection.line,
    )
  }
  const expression = compileConditions(condition, compileSelections(detection, ['condition']))
  if (leaves(expression, MAX_LEAVES) < 0) {
    throw new RuleFault('rule_too_large', `a rule asks at most ${MAX_LEAVES} questions`, condition.line)
  }
  return expression
}

/** The named selections of a detection or of a filter, without the members in `except`. */
export function compileSelections(map: LocatedMap, except: readonly string[]): ReadonlyMap<string, Expression> {
  const selections = new Map<string, Expression>()
  const budget: Budget = { left: MAX_LEAVES }
  for (const { key, line, value } of map.entries) {
    if (except.includes(key)) continue
    if (key.length > 128)
      throw new RuleFault('rule_malformed', 'the name of a selection has at most 128 characters', line)
    selections.set(key, compileSelection(value, key, line, budget))
  }
  if (selections.size === 0) throw new RuleFault('rule_malformed', 'the detection has no selection', map.line)
  return selections
}

/** A condition, or a list of conditions of which one is enough. */
export function compileConditions(condition: Located, selections: ReadonlyMap<string, Expression>): Expression {
  const texts = condition.kind === 'list' ? condition.items : [condition]
  if (texts.length === 0) throw new RuleFault('condition_invalid', 'the condition is empty', condition.line)
  return anyOf(
    texts.map(text => {
      if (text.kind !== 'scalar') throw new RuleFault('condition_invalid', 'a condition must be a text', text.line)
      return parseCondition(text.text, selections, text.line)
    }),
  )
}

function compileSelection(value: Located, name: string, line: number, budget: Budget): Expression {
  if (value.kind === 'map') return compileMap(value, name, budget)
  if (value.kind === 'scalar') return spend(budget, compileItem(null, [], [value], name, value.line), line)
  if (value.items.length === 0) throw new RuleFault('rule_malformed', 'a selection is empty', line)
  return anyOf(value.items.map(item => compileSelection(item, name, item.line, budget)))
}

function compileMap(map: LocatedMap, selection: string, budget: Budget): Expression {
  if (map.entries.length === 0) throw new RuleFault('rule_malformed', 'a selection is empty', map.line)
  return allOf(
    map.entries.map(({ key, line, value }) => {
      const [field = '', ...modifiers] = key.split('|')
      if (field.length > 256) throw new RuleFault('rule_malformed', 'a field name has at most 256 characters', line)
      return spend(budget, compileItem(field === '' ? null : field, modifiers, scalarsOf(value), selection, line), line)
    }),
  )
}

function spend(budget: Budget, expression: Expression, line: number): Expression {
  budget.left = leaves(expression, budget.left)
  if (budget.left < 0) throw new RuleFault('rule_too_large', `a rule asks at most ${MAX_LEAVES} questions`, line)
  return expression
}

function scalarsOf(value: Located): readonly LocatedScalar[] {
  if (value.kind === 'scalar') return [value]
  if (value.kind === 'map')
    throw new RuleFault('value_invalid', 'a value must be a text, a number or a list of them', value.line)
  return value.items.flatMap(scalarsOf)
}

/**
 * `budget` minus the number of leaves; negative when there are more. Shared selections count as often as the condition
 * names them.
 */
function leaves(expression: Expression, budget: number): number {
  if (budget < 0) return budget
  if (expression.op === 'is') return budget - 1
  if (expression.op === 'not') return leaves(expression.term, budget)
  return expression.terms.reduce((left, term) => leaves(term, left), budget)
}
