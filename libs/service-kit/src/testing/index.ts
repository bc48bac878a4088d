export * from './call-operation.ts'
export * from './deliver.ts'
export * from './memory-ports.ts'
