import type { JsonSchema, OpenApiDocument } from '@wardline/api'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

const BASE = 'wardline:openapi'
const SCHEMAS = '#/components/schemas/'
/** Annotations of OpenAPI 3.1 and our own; any other unknown keyword is a typo and fails at start. */
const ANNOTATIONS = ['discriminator', 'example', 'externalDocs', 'xml', 'x-wardline-problem', 'x-wardline-field']

export interface SchemaCompiler {
  /** Stops at the first fault. */
  first(schema: JsonSchema): ValidateFunction
  /** Finds every fault; only for bodies of limited size. */
  every(schema: JsonSchema): ValidateFunction
}

/** Compiles schemas from anywhere in the document, including their references. @throws Error for an invalid schema. */
export function createSchemaCompiler(doc: OpenApiDocument): SchemaCompiler {
  const definitions = { $defs: withAbsoluteReferences(doc.components?.schemas ?? {}) }
  const make = (allErrors: boolean) => {
    const ajv = new Ajv2020({
      allErrors,
      verbose: true,
      ownProperties: true,
      strict: true,
      strictTypes: false,
      strictRequired: false,
      strictTuples: false,
      validateSchema: true,
      addUsedSchema: false,
    })
    addFormats.default(ajv)
    for (const keyword of ANNOTATIONS) ajv.addKeyword(keyword)
    ajv.addSchema(definitions, BASE)
    return (schema: JsonSchema) => ajv.compile(withAbsoluteReferences(schema) as JsonSchema)
  }
  return { first: make(false), every: make(true) }
}

/** A copy whose references point to the document's schemas, so that a schema means the same wherever it is compiled. */
function withAbsoluteReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAbsoluteReferences)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string' && member.startsWith(SCHEMAS)
        ? `${BASE}#/$defs/${member.slice(SCHEMAS.length)}`
        : withAbsoluteReferences(member),
    ]),
  )
}
