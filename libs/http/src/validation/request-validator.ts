import type { OpenApiDocument } from '@wardline/api'
import { type ApiOperation, operationsOf } from '@wardline/api'
import { Problem } from '@wardline/kernel'
import { type BodyReader, createBodyReader } from './body-reader.ts'
import { createQueryReader, type QueryReader } from './query-reader.ts'
import { type SchemaCompiler, schemaCompilers } from './schemas.ts'

const MAX_PATH_VALUE = 256

/** Reads the parts of one operation's requests; each one throws a Problem that says what is wrong. */
export interface OperationValidator {
  /** @throws Problem `not_found`: a value that cannot be an id names no record. */
  params(values: Readonly<Record<string, string>>): void
  readonly query: QueryReader
  readonly body: BodyReader
}

export interface RequestValidator {
  readonly operations: readonly ApiOperation[]
  of(operationId: string): OperationValidator
  /** Compiles every schema, which otherwise happens at its first use. @throws Error that names the operation */
  compileAll(): void
}

/** Validators for every operation of the document. @throws Error for a path parameter that is not declared */
export function createRequestValidator(doc: OpenApiDocument): RequestValidator {
  const compiler = schemaCompilers(doc)
  const operations = operationsOf(doc)
  const made = operations.map(operation => {
    const compile = compiler()
    return { operation, compile, validator: named(operation, () => validatorOf(doc, operation, compile)) }
  })
  const validators = new Map(made.map(({ operation, validator }) => [operation.operationId, validator]))
  return {
    operations,
    of(operationId) {
      const validator = validators.get(operationId)
      if (!validator) throw new Error(`${operationId} is not in the API document`)
      return validator
    },
    compileAll() {
      for (const { operation, compile } of made) named(operation, () => compile.now())
    },
  }
}

function named<T>(operation: ApiOperation, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw new Error(`${operation.operationId}: ${(error as Error).message}`, { cause: error })
  }
}

function validatorOf(doc: OpenApiDocument, operation: ApiOperation, compile: SchemaCompiler): OperationValidator {
  const inPath = operation.parameters.filter(p => p.in === 'path')
  const missing = [...operation.path.matchAll(/\{([^}]+)\}/g)].find(([, name]) => !inPath.some(p => p.name === name))
  if (missing) throw new Error(`the path parameter ${missing[1]} is not declared`)
  const checks = inPath.map(p => ({ name: p.name, validate: compile.first(p.schema) }))
  return {
    params(values) {
      for (const { name, validate } of checks) {
        const value = values[name]
        if (value === undefined || !isPlain(value) || !validate(value)) throw new Problem('not_found')
      }
    },
    query: createQueryReader(doc, operation.parameters, compile, operation.ignoresOtherParameters),
    body: createBodyReader(operation, compile),
  }
}

const isPlain = (value: string): boolean => value.length <= MAX_PATH_VALUE && !/\p{Cc}/u.test(value)
