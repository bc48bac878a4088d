import { compileConditions, compileSelections } from './detection.ts'
import { allOf, type Expression } from './expression.ts'
import { type LocatedMap, member, optionalText, textList } from './located-yaml.ts'
import { type LogSource, readLogSource, type SingleRule, sha256 } from './rule.ts'
import { RuleFault } from './rule-fault.ts'

/** A Sigma filter: a condition added to those of the rules that it names (`any`: to every rule of its log source). */
export interface RuleFilter {
  readonly title: string
  readonly rules: readonly string[]
  readonly logSource: LogSource
  readonly expression: Expression
  readonly hash: string
}

/** @throws RuleFault */
export function compileFilter(document: LocatedMap, source: string): RuleFilter {
  const title = optionalText(document, 'title', 512)
  const filter = member(document, 'filter')
  if (!title || filter?.kind !== 'map')
    throw new RuleFault('rule_malformed', "a filter needs a 'title' and a 'filter'", document.line)
  const condition = member(filter, 'condition')
  if (!condition) throw new RuleFault('condition_invalid', "a filter needs a 'condition'", filter.line)
  const rules = textList(filter, 'rules').map(rule => rule.text)
  if (rules.length === 0)
    throw new RuleFault('rule_malformed', 'a filter must name the rules that it applies to', filter.line)
  return {
    title,
    rules,
    logSource: readLogSource(document),
    expression: compileConditions(condition, compileSelections(filter, ['condition', 'rules'])),
    hash: sha256(source),
  }
}

/** The rule with the filters that name it. It is another rule with another hash. */
export function applyFilters(rule: SingleRule, filters: readonly RuleFilter[]): SingleRule {
  const mine = filters.filter(filter => concerns(filter, rule))
  if (mine.length === 0) return rule
  return {
    ...rule,
    expression: allOf([rule.expression, ...mine.map(filter => filter.expression)]),
    hash: sha256([rule.hash, ...mine.map(filter => filter.hash)].join('\n')),
  }
}

function concerns(filter: RuleFilter, rule: SingleRule): boolean {
  const { sigmaId, name } = rule.metadata
  if (filter.rules.some(wanted => wanted === sigmaId || wanted === name)) return true
  const { category, product, service } = filter.logSource
  const fits = (wanted: string | undefined, has: string | undefined): boolean => wanted === undefined || wanted === has
  return (
    filter.rules.some(wanted => wanted.toLowerCase() === 'any') &&
    fits(category, rule.logSource.category) &&
    fits(product, rule.logSource.product) &&
    fits(service, rule.logSource.service)
  )
}
