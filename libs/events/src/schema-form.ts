import { isObject } from './is-object.ts'

/** A JSON Schema, as parsed. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Keywords whose value is a schema (or, for `items` in draft-07, a list of them). */
const ONE = [
  'items',
  'additionalProperties',
  'additionalItems',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]
/** Keywords whose value is a list of schemas. */
const LIST = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
/** Keywords whose members are names that the schema chose, with a schema each. */
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']
/** Keywords with the same meaning in both dialects, whose value is no schema. */
const PLAIN = [
  ...['type', 'const', 'enum', 'required', 'format', 'pattern', 'minLength', 'maxLength', 'multipleOf', 'uniqueItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minItems', 'maxItems'],
  ...['minProperties', 'maxProperties', 'title', 'description', 'default', 'examples', '$comment'],
  ...['deprecated', 'readOnly', 'writeOnly'],
]

/** The schema, with `change` made to it and to every schema in it, the innermost first. */
function mapSchemas(schema: unknown, change: (schema: JsonSchema) => JsonSchema): unknown {
  if (!isObject(schema)) return schema
  const inner = (value: unknown): unknown => mapSchemas(value, change)
  const mapped = Object.entries(schema).map(([keyword, value]) => {
    if (ONE.includes(keyword) && !Array.isArray(value)) return [keyword, inner(value)]
    if ((LIST.includes(keyword) || keyword === 'items') && Array.isArray(value)) return [keyword, value.map(inner)]
    if (NAMED.includes(keyword) && isObject(value))
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(member)]))]
    return [keyword, value]
  })
  return change(Object.fromEntries(mapped) as JsonSchema)
}

/** A copy without its closedness: it accepts members that a later v1 adds, at any depth. */
export const opened = (schema: unknown): JsonSchema =>
  mapSchemas(schema, ({ additionalProperties, ...rest }) =>
    additionalProperties === undefined || additionalProperties === false ? rest : { ...rest, additionalProperties },
  ) as JsonSchema

/**
 * The same rules in draft-07, the newest dialect that schema registries can compare. Without `$id`: two versions would
 * have the same one, and a validator takes each id once.
 * @throws Error for a keyword of 2020-12 that draft-07 cannot express.
 */
export function toDraft07(schema: unknown): JsonSchema {
  const { $schema: _, $id: __, ...rest } = schema as JsonSchema
  return { $schema: DRAFT_07, ...(mapSchemas(rest, keywordsOfDraft07) as JsonSchema) }
}

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#'

/** Whether a schema says that it is written in draft-07. */
export const isDraft07 = (schema: unknown): boolean => isObject(schema) && schema.$schema === DRAFT_07

function keywordsOfDraft07(schema: JsonSchema): JsonSchema {
  const { $ref, $defs, prefixItems, items, dependentRequired, dependentSchemas, ...rest } = schema
  for (const keyword of Object.keys(rest))
    if (!PLAIN.includes(keyword) && !ONE.includes(keyword) && !LIST.includes(keyword) && !NAMED.includes(keyword))
      throw new Error(`draft-07 has no ${keyword}`)
  const dependencies = { ...(dependentRequired as object), ...(dependentSchemas as object) }
  for (const name of Object.keys((dependentRequired as object | undefined) ?? {}))
    if (Object.hasOwn((dependentSchemas as object | undefined) ?? {}, name))
      throw new Error(`draft-07 has one dependency for each member, and ${name} has two`)
  const converted = {
    ...rest,
    ...($defs === undefined ? {} : { definitions: $defs }),
    ...itemsOfDraft07(prefixItems, items),
    ...(Object.keys(dependencies).length > 0 ? { dependencies } : {}),
  }
  if ($ref === undefined) return converted
  // Beside a $ref, draft-07 ignores every other keyword.
  const reference = { $ref: String($ref).replace('#/$defs/', '#/definitions/') }
  return Object.keys(converted).length === 0 ? reference : { ...converted, allOf: [...allOf(converted), reference] }
}

const itemsOfDraft07 = (prefixItems: unknown, items: unknown): JsonSchema => ({
  ...(prefixItems === undefined ? {} : { items: prefixItems }),
  ...(items === undefined ? {} : prefixItems === undefined ? { items } : { additionalItems: items }),
})

const allOf = (schema: JsonSchema): readonly unknown[] => (Array.isArray(schema.allOf) ? schema.allOf : [])
