import { isPersonal } from '../personal.ts'
import type { FieldClass, Policy } from '../policy/policy.ts'
import type { AlertWords, PersonalType, PersonalValue } from '../redactor.ts'
import { type Needle, needlesOf } from '../text/find-known.ts'
import { withoutPerson } from './names-nobody.ts'
import { classOfField, fieldName, type Tools } from './project.ts'

/** Bounds of `event-schemas/`, in UTF-16 code units: a pseudonym is longer than most of what it stands for. */
const MAX = {
  value: 256,
  group: 1_024,
  id: 128,
  title: 512,
  license: 128,
  tag: 128,
  selection: 128,
  field: 256,
} as const

/** A number, a code or a time: nothing that could name anybody. */
const PLAIN = /^(?:-?\d{1,7}|0x[0-9a-f]{1,16}|true|false|\d{4}-\d\d-\d\d(?:[T ][\d:.]{5,15}Z?)?)$/i
/** An id that we made. */
const OURS = /^(?:agt|alr|ast|evt|rul|src)_[a-z2-7]{26}$/
/** What a correlation compares: `event_count|gte|5`. Sigma has no modifiers of these names. */
const COUNTED = /^(?:event_count|value_count|temporal|temporal_ordered)(?:\||$)/
/** Sigma asks for a UUID, and takes any text. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Tags of closed lists. */
const KNOWN_TAG = /^(?:attack\.[tgs]\d{4}(?:\.\d{3})?|cve\.\d{4}[.-]\d{4,7})$/

/**
 * An alert as it leaves the platform. What a rule matched and grouped by is judged by the class of the field that it
 * stands in: a field that the policy does not know is taken for a person's name. A rule's own words, and its names of
 * selections and of fields that the policy does not know, are changed only if people of the tenant typed them
 * (`typed`). Ids and digests stay.
 */
export function alertWords<A extends AlertWords>(alert: A, typed: boolean, tools: Tools): A {
  const values = valuesOf(alert, tools.policy)
  const needles = needlesOf(values)
  const nameOf = (field: string): string => cut(fieldName(field, tools, needles), MAX.field)
  const matched_conditions = alert.matched_conditions.map(condition => {
    const { selection, field, modifier, value } = condition
    const counted = COUNTED.test(modifier) && value !== null && PLAIN.test(value)
    return {
      ...condition,
      ...(typed && { selection: selectionName(selection, tools), field: field && nameOf(field) }),
      value: value === null || counted ? value : written(field, value, MAX.value, tools, needles),
    }
  })
  return {
    ...alert,
    ...(typed && { rule: ruleWords(alert.rule, tools) }),
    group: alert.group === null ? null : group(alert.group, tools, needles, typed ? nameOf : name => name),
    matched_conditions,
  }
}

const selectionName = (name: string, tools: Tools): string =>
  tools.types.get('selection_name')?.has(name) ? name : cut(tools.typedText(name, []), MAX.selection)

/** What people typed into a rule, as {@link alertWords} writes texts. Its author is a person. */
function ruleWords<R extends AlertWords['rule']>(rule: R, tools: Tools): R {
  const typed = (text: string, max: number): string => cut(tools.typedText(text, []), max)
  return {
    ...rule,
    sigma_id: rule.sigma_id === null || UUID.test(rule.sigma_id) ? rule.sigma_id : typed(rule.sigma_id, MAX.id),
    title: typed(rule.title, MAX.title),
    author:
      rule.author === null || !isPersonal('name', rule.author) ? rule.author : tools.pseudonym('name', rule.author),
    license: rule.license === null ? null : typed(rule.license, MAX.license),
    tags: rule.tags.map(tag => (KNOWN_TAG.test(tag) ? tag : typed(tag, MAX.tag))),
  }
}

function group(
  values: NonNullable<AlertWords['group']>,
  tools: Tools,
  needles: readonly Needle[],
  nameOf: (field: string) => string,
) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]): [string, unknown][] => {
      if (typeof value === 'boolean' || value === null) return [[nameOf(field), value]]
      if (typeof value !== 'string' && typeof value !== 'number') return []
      const shown = written(field, String(value), MAX.group, tools, needles)
      return shown === null ? [] : [[nameOf(field), shown]]
    }),
  )
}

/** @returns null for a field that nobody outside sees. */
function written(
  field: string | null,
  value: string,
  max: number,
  tools: Tools,
  needles: readonly Needle[],
): string | null {
  const rule = field === null ? 'text' : classOfField(field, tools.policy)
  if (rule === 'drop') return null
  const typed = tools.types.get(rule)
  if (typed !== undefined && (PLAIN.test(value) || typed.has(value))) return value
  const type = typeOf(rule)
  if (type === undefined) return cut(tools.text(value, needles), max)
  return OURS.test(value) ? value : withoutPerson(type, value, tools.pseudonym)
}

function valuesOf(alert: AlertWords, policy: Policy): PersonalValue[] {
  const named = [...alert.matched_conditions.map(c => [c.field, c.value]), ...Object.entries(alert.group ?? {})]
  return named.flatMap(([field, value]) => {
    if (typeof field !== 'string' || typeof value !== 'string') return []
    const type = typeOf(classOfField(field, policy))
    return type === undefined || OURS.test(value) ? [] : [{ type, value }]
  })
}

const typeOf = (rule: FieldClass): PersonalType | undefined =>
  rule.startsWith('pseudonym:') ? (rule.slice(10) as PersonalType) : rule === 'actor' ? 'user' : undefined

/** Cuts before the word that does not fit, so that half a pseudonym is not taken for a whole one. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const fits = text.slice(0, max)
  const space = fits.lastIndexOf(' ')
  return fits.slice(0, space > 0 ? space : fits.lastIndexOf('\\') > 0 ? fits.lastIndexOf('\\') : max).toWellFormed()
}
