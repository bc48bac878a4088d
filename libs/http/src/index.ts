export * from './conditional.ts'
export * from './cursors.ts'
export * from './operation.ts'
