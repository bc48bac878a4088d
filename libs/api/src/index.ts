export {
  type JsonSchema,
  METHODS,
  type Method,
  type OpenApiDocument,
  type Parameter,
  type RequestBody,
  resolve,
} from './document/document.ts'
export * from './document/load-openapi.ts'
export * from './document/operations.ts'
export * from './document/own-openapi.ts'
export * from './operation-id.ts'
export * from './operation-table.ts'
export type * from './operation-types.ts'
