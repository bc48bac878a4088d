import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { loadOpenApi, rowOf } from '@wardline/api'
import { standardPolicy, type ViewName } from '@wardline/redaction'

type Schema = { readonly [keyword: string]: unknown }
const doc = loadOpenApi(fileURLToPath(new URL('../../openapi', import.meta.url)))

/** A schema without its reference. */
function resolved(schema: unknown): Schema {
  const { $ref } = schema as { $ref?: string }
  if ($ref === undefined) return schema as Schema
  return resolved(
    $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Schema)[key], doc),
  )
}

/** Members that a schema names, its compositions and its array's elements included. */
function membersOf(schema: unknown): Map<string, unknown> {
  const { properties = {}, items, ...rest } = resolved(schema) as { properties?: Schema; items?: unknown } & Schema
  const members = new Map(Object.entries(properties))
  for (const part of ['allOf', 'anyOf', 'oneOf'].flatMap(keyword => (rest[keyword] as unknown[] | undefined) ?? [])) {
    for (const [name, child] of membersOf(part)) members.set(name, child)
  }
  if (items !== undefined) for (const [name, child] of membersOf(items)) members.set(name, child)
  return members
}

/** The record that an operation with a view answers, or the element of its list. */
function recordOf(operation: Schema): unknown {
  const responses = operation.responses as Record<string, unknown>
  const ok = resolved(responses[Object.keys(responses).find(status => status.startsWith('2')) as string])
  const content = (ok.content ?? {}) as Record<string, { schema?: unknown }>
  const schema = content['application/json']?.schema
  const items = schema === undefined ? undefined : membersOf(schema).get('items')
  return items ?? schema
}

const MARKS = new Set(['redaction_applied', 'redaction_policy_id', 'next_cursor', 'coverage', 'items'])

/**
 * Documented members that the policy does not mention: an auditor would miss them without anybody having decided that.
 */
function undecided(schema: unknown, fields: unknown, path: string): string[] {
  return [...membersOf(schema)].flatMap(([name, child]) => {
    if (path === '' && MARKS.has(name)) return []
    const at = path === '' ? name : `${path}.${name}`
    const rule = (fields as Schema)[name]
    if (rule === undefined) return [at]
    return typeof rule === 'object' ? undecided(child, rule, at) : []
  })
}

const audited = Object.entries(doc.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) => {
    const view = (operation as Schema)['x-wardline-view'] as ViewName | undefined
    return view === undefined
      ? []
      : [{ name: `${method.toUpperCase()} ${path}`, view, operation: operation as unknown as Schema }]
  }),
)

const reads = audited.filter(a => a.name.startsWith('GET')).map(a => [a.name, a.view, a.operation] as const)

interface Parameter {
  readonly in: string
  readonly name: string
  readonly description?: string
  readonly schema: unknown
}

const parametersOf = ({ parameters = [] }: Schema): Parameter[] =>
  (parameters as unknown[]).map(p => resolved(p) as unknown as Parameter).filter(p => p.in === 'query')

/** Whether the values are numbers, times, booleans, or members of an enumeration. */
function isClosed(schema: unknown): boolean {
  const { type, items, enum: members, format } = resolved(schema)
  if (type === 'array') return isClosed(items)
  if (type === 'integer' || type === 'boolean' || members !== undefined) return true
  return format === 'date-time' || format === 'date'
}

describe('what the API documents for auditors', () => {
  it('covers their operations', () => {
    expect(audited.length).toBeGreaterThan(10)
  })

  it.each(audited.map(a => [a.name, a.view, a.operation] as const))(
    '%s: the policy decides about every member',
    (_name, view, operation) => {
      expect(Object.keys(standardPolicy.views)).toContain(view)
      const schema = recordOf(operation)
      if (schema === undefined) return
      expect(undecided(schema, standardPolicy.views[view].fields, '')).toEqual([])
    },
  )

  it.each(reads)(
    '%s: the policy decides about every filter, and leaves only closed values to the document',
    (_name, view, operation) => {
      const filters = standardPolicy.views[view].filters ?? {}
      for (const { name, description = '', schema } of parametersOf(operation)) {
        const refused = !Object.hasOwn(filters, name)
        expect([name, /not for auditors/i.test(description)]).toEqual([name, refused])
        // A cursor is ours: it is signed.
        if (filters[name] === 'bounded' && name !== 'cursor') expect([name, isClosed(schema)]).toEqual([name, true])
      }
    },
  )

  it.each(reads)(
    '%s: is on record for other roles exactly if the policy hides people in its answer',
    (_name, view, operation) => {
      const hides = hidesPeople(standardPolicy.views[view].fields)
      expect(rowOf(String(operation.operationId))?.readsPersons).toBe(hides)
    },
  )
})

/** Whether auditors get less of a person than other roles: a pseudonym, a text without the people in it, or nothing. */
function hidesPeople(fields: unknown): boolean {
  if (typeof fields === 'object' && fields !== null) return Object.values(fields).some(hidesPeople)
  return /^(?:pseudonym:|typed_text$|group$|drop$)/.test(String(fields))
}
