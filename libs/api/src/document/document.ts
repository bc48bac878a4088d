/** The parts of OpenAPI 3.1 that Wardline's own document uses. Everything else is carried, not read. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: Readonly<Record<string, unknown>>
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly [member: string]: unknown
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof METHODS)[number]

export interface PathItem extends Partial<Readonly<Record<Method, OperationObject>>> {
  readonly parameters?: readonly (Parameter | Reference)[]
}

export interface OperationObject {
  readonly operationId: string
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: RequestBody | Reference
  readonly 'x-wardline-view'?: string
  readonly 'x-wardline-other-parameters'?: 'ignored'
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly schema: JsonSchema
}

export interface RequestBody {
  readonly required?: boolean
  readonly content: Readonly<Record<string, { readonly schema?: JsonSchema }>>
}

/** JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

export interface Reference {
  readonly $ref: string
}

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && typeof (value as Reference).$ref === 'string'

/**
 * The target of a reference in the document, followed through any number of references. @throws Error for a dangling or
 * circular reference.
 */
export function resolve<T extends object>(doc: OpenApiDocument, value: T | Reference): T {
  let current: unknown = value
  for (let i = 0; i < 32; i++) {
    if (!isReference(current)) return current as T
    current = at(doc, current.$ref)
  }
  throw new Error('a reference of the API document leads in circles')
}

function at(doc: OpenApiDocument, ref: string): unknown {
  if (!ref.startsWith('#/')) throw new Error(`the API document refers outside itself: ${ref}`)
  let current: unknown = doc
  for (const segment of ref.slice(2).split('/')) {
    const name = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
    current = typeof current === 'object' && current !== null ? (current as Record<string, unknown>)[name] : undefined
  }
  if (current === undefined) throw new Error(`the API document refers to nothing: ${ref}`)
  return current
}
