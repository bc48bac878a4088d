import { type Located, type LocatedMap, member, textList } from './located-yaml.ts'
import { type RuleMetadata, readMetadata } from './rule.ts'
import { RuleFault } from './rule-fault.ts'

export type CorrelationType = 'event_count' | 'value_count' | 'temporal' | 'temporal_ordered'
export type CountOperator = 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'neq'

/** One comparison with a count. Several are joined by AND. */
export interface CountCondition {
  readonly operator: CountOperator
  readonly than: number
}

/** A correlation as written. {@link compileRules} finds the rules that it names. */
export interface Correlation {
  readonly kind: 'correlation'
  readonly metadata: RuleMetadata
  readonly type: CorrelationType
  /** Names or ids, in the order that `temporal_ordered` requires. */
  readonly references: readonly { readonly name: string; readonly line: number }[]
  readonly groupBy: readonly string[]
  readonly timespanMs: number
  readonly conditions: readonly CountCondition[]
  /** The fields that value_count counts. Several fields together count as one value. */
  readonly fields: readonly string[]
  /** alias -> rule name or id -> field. */
  readonly aliases: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Whether the rules that it refers to also alert by themselves. */
  readonly generate: boolean
}

/** The largest count that a group's state can reach, because it is one document, and the longest window. */
export const MAX_THRESHOLD = 2_000
export const MAX_TIMESPAN_MS = 31 * 86_400_000
const MAX_REFERENCES = 50
const MAX_GROUP_FIELDS = 16

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const OPERATORS: readonly string[] = ['gt', 'gte', 'lt', 'lte', 'eq', 'neq']
const TYPES: readonly string[] = ['event_count', 'value_count', 'temporal', 'temporal_ordered']

/** @throws RuleFault with the line that cannot be compiled. */
export function readCorrelation(rule: LocatedMap): Correlation {
  const metadata = readMetadata(rule)
  const map = member(rule, 'correlation')
  if (map?.kind !== 'map') throw new RuleFault('rule_malformed', "'correlation' must be a map", map?.line ?? rule.line)
  const type = typeOf(map)
  const references = textList(map, 'rules').map(({ text, line }) => ({ name: text, line }))
  if (references.length === 0 || references.length > MAX_REFERENCES) {
    throw new RuleFault('rule_malformed', `'rules' names 1 to ${MAX_REFERENCES} rules`, map.line)
  }
  const groupBy = textList(map, 'group-by').map(field => field.text)
  if (groupBy.length > MAX_GROUP_FIELDS) {
    throw new RuleFault('rule_malformed', `'group-by' names at most ${MAX_GROUP_FIELDS} fields`, map.line)
  }
  const { conditions, fields } = conditionOf(map, type)
  return {
    kind: 'correlation',
    metadata,
    type,
    references,
    groupBy,
    timespanMs: timespanOf(member(map, 'timespan'), map.line),
    conditions,
    fields,
    aliases: aliasesOf(member(map, 'aliases')),
    generate: isTrue(member(rule, 'generate')) || isTrue(member(map, 'generate')),
  }
}

function typeOf(map: LocatedMap): CorrelationType {
  const value = member(map, 'type')
  const type = value?.kind === 'scalar' ? value.text : ''
  if (TYPES.includes(type)) return type as CorrelationType
  throw new RuleFault(
    'correlation_unsupported',
    `the correlation types are ${TYPES.join(', ')}`,
    value?.line ?? map.line,
  )
}

function timespanOf(value: Located | undefined, line: number): number {
  const match = value?.kind === 'scalar' ? /^(\d{1,6})([smhdw])$/.exec(value.text.trim()) : null
  const ms = match ? Number(match[1]) * UNITS[match[2]!]! : 0
  if (ms <= 0 || ms > MAX_TIMESPAN_MS) {
    throw new RuleFault(
      'rule_malformed',
      "'timespan' is a number and one of s, m, h, d, w; at most 31 days",
      value?.line ?? line,
    )
  }
  return ms
}

function conditionOf(map: LocatedMap, type: CorrelationType): Pick<Correlation, 'conditions' | 'fields'> {
  const condition = member(map, 'condition')
  const temporal = type === 'temporal' || type === 'temporal_ordered'
  if (!condition && temporal) return { conditions: [], fields: [] }
  if (condition?.kind === 'scalar' && temporal) {
    throw new RuleFault(
      'correlation_unsupported',
      'conditions over rule names are not supported: name the count of rules',
      condition.line,
    )
  }
  if (condition?.kind !== 'map')
    throw new RuleFault('rule_malformed', "a correlation needs a 'condition'", condition?.line ?? map.line)
  const conditions: CountCondition[] = []
  for (const { key, line, value } of condition.entries) {
    if (key === 'field') continue
    if (!OPERATORS.includes(key)) throw new RuleFault('correlation_unsupported', 'a condition is not known', line)
    const than = value.kind === 'scalar' && /^\d{1,15}$/.test(value.text) ? Number(value.text) : Number.NaN
    if (Number.isNaN(than)) throw new RuleFault('rule_malformed', 'a count is a whole number', value.line)
    if (than > MAX_THRESHOLD) {
      throw new RuleFault('correlation_unsupported', `a correlation counts to at most ${MAX_THRESHOLD}`, value.line)
    }
    conditions.push({ operator: key as CountOperator, than })
  }
  if (conditions.length === 0) throw new RuleFault('rule_malformed', 'the condition compares nothing', condition.line)
  const fields = textList(condition, 'field').map(field => field.text)
  if (type === 'value_count' && fields.length === 0) {
    throw new RuleFault('rule_malformed', "value_count needs a 'field' in its condition", condition.line)
  }
  return { conditions, fields }
}

function aliasesOf(value: Located | undefined): Correlation['aliases'] {
  if (!value) return {}
  if (value.kind !== 'map') throw new RuleFault('rule_malformed', "'aliases' must be a map", value.line)
  return Object.fromEntries(
    value.entries.map(({ key, value: fields, line }) => {
      if (fields.kind !== 'map') throw new RuleFault('rule_malformed', 'an alias maps rules to fields', line)
      return [key, Object.fromEntries(fields.entries.map(entry => [entry.key, fieldName(entry.value)]))]
    }),
  )
}

function fieldName(value: Located): string {
  if (value.kind !== 'scalar' || value.text === '')
    throw new RuleFault('rule_malformed', 'an alias names a field', value.line)
  return value.text
}

const isTrue = (value: Located | undefined): boolean => value?.kind === 'scalar' && value.value === true
