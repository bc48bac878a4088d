import { METHODS, type OpenApiDocument, resolve } from '@wardline/api'

/** One member of a request or an answer. */
export interface Member {
  /** JSON types; none: any. */
  readonly types: readonly string[]
  readonly required: boolean
  /** The only values, where they are listed. */
  readonly values?: readonly unknown[]
}
export type Members = Readonly<Record<string, Member>>

/** What callers of an operation can see: members by path, `body.events[].raw`, `?limit`, `200.items[].alert_id`. */
export interface OperationSurface {
  readonly request: Members
  readonly answers: Members
}
/** By `GET /api/v1/alerts`. */
export type Surface = Readonly<Record<string, OperationSurface>>

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What callers can see of every operation of a document, without what is only said to people. */
export function surfaceOf(doc: OpenApiDocument): Surface {
  const reader = createReader(doc)
  const operations = Object.entries(doc.paths).flatMap(([path, item]) =>
    METHODS.flatMap(method => {
      const operation = (item as unknown as Json)[method]
      if (!isObject(operation)) return []
      const shared = listOf((item as unknown as Json).parameters)
      return [[`${method.toUpperCase()} ${path}`, reader.operation(operation, shared)] as const]
    }),
  )
  return Object.fromEntries(operations)
}

function createReader(doc: OpenApiDocument) {
  const resolved = (value: unknown): Json => (isObject(value) ? resolve<Json>(doc, value) : {})

  /** Members of a schema by path; '' is the value itself. `open`: the schemas that it is inside of. */
  function flatten(value: unknown, open: readonly Json[] = []): Map<string, Member> {
    const schema = resolved(value)
    const inside = [...open, schema]
    // A schema that contains itself says nothing new the second time.
    if (open.includes(schema)) return new Map()
    const members = new Map<string, Member>([['', ownOf(schema)]])
    const nested: [string, unknown][] = Object.entries(isObject(schema.properties) ? schema.properties : {})
    for (const [name, sub] of nested) addAll(members, flatten(sub, inside), `.${name}`)
    if (schema.items !== undefined) addAll(members, flatten(schema.items, inside), '[]')
    if (isObject(schema.additionalProperties)) addAll(members, flatten(schema.additionalProperties, inside), '.*')
    for (const part of listOf(schema.allOf)) addAll(members, flatten(part, inside), '')
    for (const list of [schema.anyOf, schema.oneOf])
      addAll(members, anyOf(listOf(list).map(s => flatten(s, inside))), '')
    for (const name of listOf(schema.required)) {
      const member = members.get(`.${name}`)
      if (member) members.set(`.${name}`, { ...member, required: true })
    }
    return members
  }

  /** The members of a body, or of a parameter with its name as prefix. */
  const named = (prefix: string, schema: unknown, required: boolean): [string, Member][] =>
    [...flatten(schema)].map(([path, m]) => [prefix + path, path === '' ? { ...m, required } : m])

  const bodyOf = (content: unknown): unknown =>
    Object.values(isObject(content) ? content : {}).map(media => resolved(media).schema)[0]

  return {
    operation(operation: Json, shared: readonly unknown[]): OperationSurface {
      const parameters = [...shared, ...listOf(operation.parameters)].map(resolved).filter(p => p.in === 'query')
      const request = parameters.flatMap(p => named(`?${p.name}`, p.schema, p.required === true))
      const body = resolved(operation.requestBody)
      if (body.content) request.push(...named('body', bodyOf(body.content), body.required === true))
      const answers = Object.entries(resolved(operation.responses))
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([status, answer]) => named(status, bodyOf(resolved(answer).content), true))
      return { request: sorted(request), answers: sorted(answers) }
    },
  }
}

const sorted = (members: readonly (readonly [string, Member])[]): Members =>
  Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))

function ownOf(schema: Json): Member {
  const types = (Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type]) as string[]
  const values = schema.const === undefined ? schema.enum : [schema.const]
  return { types: types.toSorted(), required: false, ...(Array.isArray(values) ? { values } : {}) }
}

/** Adds what else holds of the same value: what one of both says, holds. */
function addAll(members: Map<string, Member>, more: ReadonlyMap<string, Member>, prefix: string): void {
  for (const [path, member] of more) {
    const known = members.get(prefix + path)
    if (!known) members.set(prefix + path, member)
    else
      members.set(prefix + path, {
        ...known,
        ...member,
        types: known.types.length > 0 ? known.types : member.types,
        required: known.required || member.required,
      })
  }
}

/** What holds of a value that is one of several: a member is required if all of them require it. */
function anyOf(alternatives: readonly ReadonlyMap<string, Member>[]): ReadonlyMap<string, Member> {
  const paths = new Set(alternatives.flatMap(a => [...a.keys()]))
  return new Map(
    [...paths].map(path => {
      const found = alternatives.flatMap(a => a.get(path) ?? [])
      const anything = found.some(m => m.types.length === 0)
      const listed = found.every(m => m.values) ? found.flatMap(m => m.values ?? []) : undefined
      return [
        path,
        {
          types: anything ? [] : [...new Set(found.flatMap(m => m.types))].sort(),
          required: found.length === alternatives.length && found.every(m => m.required),
          ...(listed ? { values: listed } : {}),
        },
      ]
    }),
  )
}

/** A surface as text, one line for each member: `string|null!` is required, listed values follow. */
export function writeSurface(surface: Surface): string {
  const text = ({ types, required, values }: Member): string =>
    `${types.join('|') || 'any'}${required ? '!' : ''}${values ? ` ${JSON.stringify(values)}` : ''}`
  const texts = (members: Members) => Object.fromEntries(Object.entries(members).map(([path, m]) => [path, text(m)]))
  const operations = Object.entries(surface).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const written = operations.map(([name, o]) => [name, { request: texts(o.request), answers: texts(o.answers) }])
  return `${JSON.stringify(Object.fromEntries(written), null, 2)}\n`
}

/** @throws Error for a line that `writeSurface` does not write. */
export function readSurface(text: string): Surface {
  const read = (line: string): Member => {
    const [, types, required, values] = /^([\w|]+)(!?)(?: (\[.*\]))?$/.exec(line) ?? []
    if (types === undefined) throw new Error('a line of the baseline cannot be understood')
    return {
      types: types === 'any' ? [] : types.split('|'),
      required: required === '!',
      ...(values === undefined ? {} : { values: JSON.parse(values) as unknown[] }),
    }
  }
  type Lines = Readonly<Record<string, string>>
  const members = (lines: Lines) => Object.fromEntries(Object.entries(lines).map(([path, l]) => [path, read(l)]))
  const written = JSON.parse(text) as Readonly<Record<string, { readonly request: Lines; readonly answers: Lines }>>
  return Object.fromEntries(
    Object.entries(written).map(([n, o]) => [n, { request: members(o.request), answers: members(o.answers) }]),
  )
}
