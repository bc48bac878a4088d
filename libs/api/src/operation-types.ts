import type { OperationId, QueryDefaults } from './generated/operations.ts'
import type { components, operations } from './generated/paths.ts'

/** A schema of the API document by its name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

/** A record as a handler answers it: the schema of that name, readonly in any depth. */
export type View<Name extends keyof components['schemas']> = Frozen<components['schemas'][Name]>

/** The JSON of a body, whichever media types the document lists for it. */
type ContentOf<T> = T extends { content: infer Content } ? Content[keyof Content] : undefined

type Nothing = Readonly<Record<string, never>>

type PathOf<Id extends OperationId> = operations[Id]['parameters'] extends { path: infer Path } ? Path : Nothing

type AskedQuery<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>

/** Parameters with a default are always present: the gateway fills them in. */
type QueryOf<Id extends OperationId> = [AskedQuery<Id>] extends [never]
  ? Nothing
  : Id extends keyof QueryDefaults
    ? Omit<AskedQuery<Id>, QueryDefaults[Id]> & Required<Pick<AskedQuery<Id>, QueryDefaults[Id] & keyof AskedQuery<Id>>>
    : AskedQuery<Id>

type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? ContentOf<Body>
  : operations[Id] extends { requestBody?: infer Body }
    ? ContentOf<NonNullable<Body>> | undefined
    : undefined

/** Answers are read, never changed: handlers may give what they hold as readonly. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Member in keyof T]: Frozen<T[Member]> }
    : T

type Success = 200 | 201 | 202 | 204
type AnswerOf<Id extends OperationId> = {
  [Status in Success & keyof operations[Id]['responses']]: Frozen<ContentOf<operations[Id]['responses'][Status]>>
}[Success & keyof operations[Id]['responses']]

/** Input and output of every operation, from `openapi/`, after validation: coerced, with defaults filled in. */
export type OperationTypes = {
  readonly [Id in OperationId]: {
    readonly params: PathOf<Id>
    readonly query: QueryOf<Id>
    readonly body: BodyOf<Id>
    readonly answer: AnswerOf<Id>
  }
}
