export * from './event-bus.ts'
export * from './log-index.ts'
export * from './registry.ts'
export * from './update.ts'
