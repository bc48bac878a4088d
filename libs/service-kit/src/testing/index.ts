export * from './call-operation.ts'
export * from './deliver.ts'
export * from './memory-ports.ts'
export * from './no-way-out.ts'
