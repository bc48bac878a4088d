export * from './call-operation.ts'
export * from './memory-ports.ts'
