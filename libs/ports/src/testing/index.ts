export * from './memory-bus.ts'
export * from './memory-log-index.ts'
export * from './memory-registry.ts'
export * from './test-clock.ts'
