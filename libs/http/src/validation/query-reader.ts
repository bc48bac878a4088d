import { type JsonSchema, type OpenApiDocument, type Parameter, resolve } from '@wardline/api'
import { type FieldFault, Problem } from '@wardline/kernel'
import { MAX_FAULTS, queryFaults } from './faults.ts'
import type { SchemaCompiler } from './schemas.ts'

/** Most `name=value` pairs of one query. */
const MAX_PAIRS = 500

/** Reads the text after `?` into the parameters that an operation declares. @throws Problem `query_invalid` naming every fault. */
export type QueryReader = (search: string) => Record<string, unknown>

/**
 * Values are coerced to the declared type, strictly: `true`/`false`, plain decimal numbers. An array accepts its
 * parameter one or more times, anything else exactly once. Defaults are filled in. Unknown names are faults, or are
 * ignored with `ignoresOthers`.
 */
export function createQueryReader(
  doc: OpenApiDocument,
  parameters: readonly Parameter[],
  compile: SchemaCompiler,
  ignoresOthers = false,
): QueryReader {
  const declared = new Map(parameters.filter(p => p.in === 'query').map(p => [p.name, resolve(doc, p.schema)]))
  const validate = compile.every({
    type: 'object',
    additionalProperties: false,
    required: parameters.filter(p => p.in === 'query' && p.required).map(p => p.name),
    properties: Object.fromEntries(parameters.filter(p => p.in === 'query').map(p => [p.name, p.schema])),
  })
  return search => {
    const faults: FieldFault[] = []
    const query = new Map<string, unknown>()
    for (const [name, texts] of pairsOf(search)) {
      const schema = declared.get(name)
      if (!schema && ignoresOthers) continue
      if (schema && !isArray(schema) && texts.length > 1) {
        faults.push({ pointer: `?${name}`, message: 'must be given once' })
      }
      query.set(name, schema ? coerce(doc, schema, texts) : null)
    }
    for (const [name, schema] of declared) {
      if (schema.default !== undefined && !query.has(name)) query.set(name, structuredClone(schema.default))
    }
    const values = Object.fromEntries(query)
    if (!validate(values)) faults.push(...queryFaults(validate.errors ?? []))
    if (faults.length > 0) throw new Problem('query_invalid', { errors: faults.slice(0, MAX_FAULTS) })
    return values
  }
}

function pairsOf(search: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>()
  const parts = search.split('&').filter(part => part !== '')
  if (parts.length > MAX_PAIRS) throw new Problem('query_invalid', { detail: 'There are too many parameters' })
  for (const part of parts) {
    const equals = part.indexOf('=')
    const name = decoded(equals < 0 ? part : part.slice(0, equals))
    const text = decoded(equals < 0 ? '' : part.slice(equals + 1))
    const texts = pairs.get(name)
    if (texts) texts.push(text)
    else pairs.set(name, [text])
  }
  return pairs
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new Problem('query_invalid', { detail: 'The query is not percent-encoded UTF-8' })
  }
}

const typesOf = (schema: JsonSchema): readonly unknown[] =>
  Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type]
const isArray = (schema: JsonSchema): boolean => typesOf(schema).includes('array')

function coerce(doc: OpenApiDocument, schema: JsonSchema, texts: readonly string[]): unknown {
  if (!isArray(schema)) return scalar(typesOf(schema), texts[0] ?? '')
  const items = resolve(doc, (schema.items as JsonSchema | undefined) ?? {})
  return texts.map(text => scalar(typesOf(items), text))
}

/** A value that cannot be coerced stays a text, and fails against its schema. */
function scalar(types: readonly unknown[], text: string): unknown {
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.includes('integer') && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (types.includes('number') && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text)
  return text
}
