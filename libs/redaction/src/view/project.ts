import type { FieldClass, Fields, Policy } from '../policy/policy.ts'
import type { PersonalType, PersonalValue, Redactor } from '../redactor.ts'
import { type Needle, needlesOf } from '../text/find-known.ts'
import { identitiesOf } from '../text/identities.ts'
import { isObject, isScalar, type JsonObject, MAX_DEPTH, membersOf, NotRedactable } from './json.ts'
import { withoutPerson } from './names-nobody.ts'
import type { TypedClasses } from './typed-classes.ts'

/** What a class needs from the redactor. */
export interface Tools extends Pick<Redactor, 'pseudonym'> {
  readonly policy: Policy
  readonly types: TypedClasses
  /** A text without secrets, personal values and the values that the needles match. */
  text(text: string, needles: readonly Needle[]): string
  /** The same for a text that a person typed. */
  typedText(text: string, needles: readonly Needle[]): string
}

/** Members that are left out: no class allows them. */
const OMITTED = Symbol('omitted')

/** The record as an auditor sees it. The personal values of its own fields are removed from its texts too. */
export function project(record: JsonObject, fields: Fields, tools: Tools): JsonObject {
  const known: PersonalValue[] = []
  collectPersonal(record, fields, known, 0)
  const identity = identitiesOf(known)
  const pseudonym: Tools['pseudonym'] = (type, value) => {
    const joined = identity(type, value)
    return tools.pseudonym(joined.type, joined.value)
  }
  return projectObject(record, fields, { ...tools, pseudonym, needles: needlesOf(known) }, 0)
}

type Context = Tools & { readonly needles: readonly Needle[] }

function projectObject(value: JsonObject, fields: Fields, context: Context, depth: number): JsonObject {
  if (depth > MAX_DEPTH) throw new NotRedactable('nested too deeply')
  const out: Record<string, unknown> = {}
  for (const [member, child] of membersOf(value)) {
    const rule = Object.hasOwn(fields, member) ? fields[member] : undefined
    if (rule === undefined || rule === 'drop') continue
    const projected = projectValue(child, rule, context, depth + 1)
    if (projected !== OMITTED) out[member] = projected
  }
  return out
}

function projectValue(value: unknown, rule: FieldClass | Fields, context: Context, depth: number): unknown {
  if (rule === 'public') return json(value, text => text, depth)
  if (rule === 'facts_deep') return json(value, text => fact(text, context), depth)
  if (rule === 'text_deep') return json(value, text => context.text(text, context.needles), depth)
  if (Array.isArray(value)) {
    if (depth > MAX_DEPTH) throw new NotRedactable('nested too deeply')
    return value.map(element => projectValue(element, rule, context, depth + 1)).filter(element => element !== OMITTED)
  }
  if (value === null) return null
  if (rule === 'group') return isObject(value) ? group(value, context) : OMITTED
  if (rule === 'facets') return isObject(value) ? facet(value, context) : OMITTED
  if (typeof rule === 'object') return isObject(value) ? projectObject(value, rule, context, depth) : OMITTED
  if (isObject(value)) return OMITTED
  return isScalar(value) ? scalar(value, rule, context) : OMITTED
}

function scalar(value: string | number | boolean | null, rule: FieldClass, context: Context): unknown {
  if (rule === 'keep' || rule === 'own' || value === null) return value
  if (rule === 'redacted_text') return typeof value === 'string' ? value : OMITTED
  if (rule === 'text' || rule === 'typed_text') return written(value, rule, context)
  if (rule === 'field') return typeof value === 'string' ? fieldName(value, context, context.needles) : OMITTED
  const type = context.types.get(rule)
  if (type !== undefined) {
    if (type.has(value)) return value
    if (typeof value !== 'string' || type.otherwise === undefined) return OMITTED
    return type.otherwise === 'word' ? context.pseudonym('word', value) : written(value, type.otherwise, context)
  }
  if (rule === 'actor') return typeof value === 'string' && isOurs(value) ? value : personal('user', value, context)
  return rule.startsWith('pseudonym:') ? personal(rule.slice(10) as PersonalType, value, context) : OMITTED
}

/** Words, ids and times of ours do not depend on the vocabulary: what evidence says must stay what it was. */
const fact = (text: string, context: Context): string =>
  context.types.get('fact')?.has(text) ? text : context.text(text, context.needles)

/** A number may be somebody's too: it stays a number only if the same digits stay in a text. */
function written(value: string | number | boolean, rule: 'text' | 'typed_text', context: Context): unknown {
  if (typeof value === 'boolean') return value
  const write = rule === 'text' ? context.text : context.typedText
  const text = write(String(value), context.needles)
  return text === String(value) ? value : text
}

function personal(type: PersonalType, value: string | number | boolean, context: Context): string | boolean {
  if (typeof value === 'boolean') return value
  return withoutPerson(type, String(value), context.pseudonym)
}

/** Ids of principals are random; the words are names of services. */
const isOurs = (value: string): boolean =>
  /^(?:sva|agt|usr)_[a-z2-7]{26}$/.test(value) || /^(?:system|detector|alert-projector|gateway|enrollment)$/.test(value)

/**
 * Group-by values of a correlation, by the field that their key names: a path of `log_event`, or an original field name
 * of a rule.
 */
function group(value: JsonObject, context: Context): JsonObject {
  return Object.fromEntries(
    membersOf(value).flatMap(([key, child]) => {
      const rule = classOfField(key, context.policy)
      const projected = isObject(child) ? OMITTED : projectValue(child, rule, context, 1)
      return projected === OMITTED ? [] : [[fieldName(key, context, context.needles), projected]]
    }),
  )
}

/** The counts of one field. A value that its class leaves out is left out with its count. */
function facet(value: JsonObject, context: Context): JsonObject {
  const { field, values, truncated } = value
  if (typeof field !== 'string' || !context.types.get('facet_field')?.has(field)) return {}
  const rule = classOfField(field, context.policy)
  const shown = (Array.isArray(values) ? values : []).flatMap((counted: unknown) => {
    if (!isObject(counted) || typeof counted.count !== 'number') return []
    const projected = isObject(counted.value) ? OMITTED : projectValue(counted.value, rule, context, 1)
    return projected === OMITTED ? [] : [{ value: projected, count: counted.count }]
  })
  return { field, values: shown, ...(typeof truncated === 'boolean' && { truncated }) }
}

/** Fields as a rule names them, joined by commas. A name that the policy does not know may be somebody's. */
export const fieldName = (names: string, tools: Tools, needles: readonly Needle[]): string =>
  names
    .split(',')
    .map(name => (knownClass(name, tools.policy) === undefined ? tools.text(name, needles) : name))
    .join(',')

/** What the policy says about a field that a rule names. */
export const classOfField = (key: string, policy: Policy): FieldClass => knownClass(key, policy) ?? 'pseudonym:name'

function knownClass(key: string, policy: Policy): FieldClass | undefined {
  let rule: FieldClass | Fields | undefined = policy.views.log_event.fields
  for (const part of key.split('.')) {
    rule = typeof rule === 'object' && Object.hasOwn(rule, part) ? rule[part] : undefined
  }
  if (typeof rule === 'string') return rule
  const name = key.toLowerCase()
  return Object.hasOwn(policy.groupFields, name) ? policy.groupFields[name] : undefined
}

/** Any JSON, its strings through `write`. */
function json(value: unknown, write: (text: string) => string, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new NotRedactable('nested too deeply')
  if (Array.isArray(value)) return value.map(element => json(element, write, depth + 1))
  if (isObject(value)) {
    return Object.fromEntries(membersOf(value).map(([key, child]) => [write(key), json(child, write, depth + 1)]))
  }
  return isScalar(value) && typeof value === 'string' ? write(value) : value
}

function collectPersonal(value: unknown, rule: FieldClass | Fields, known: PersonalValue[], depth: number): void {
  if (depth > MAX_DEPTH) throw new NotRedactable('nested too deeply')
  if (Array.isArray(value)) for (const element of value) collectPersonal(element, rule, known, depth + 1)
  else if (typeof rule === 'object') {
    if (!isObject(value)) return
    for (const [member, child] of membersOf(value)) {
      const below = Object.hasOwn(rule, member) ? rule[member] : undefined
      if (below !== undefined) collectPersonal(child, below, known, depth + 1)
    }
  } else if (rule.startsWith('pseudonym:') && typeof value === 'string') {
    known.push({ type: rule.slice(10) as PersonalType, value })
  }
}
