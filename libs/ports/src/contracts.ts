export * from './archive.contract.ts'
// Contract suites of the ports: every engine runs them (design section 3).
export type { Harness, MakeEngine } from './contract/harness.ts'
export { TOKENIZER_CASES, type TokenizerCase } from './contract/tokenizer-cases.ts'
export { eventBusContract } from './event-bus.contract.ts'
export { logCountsContract } from './log-counts.contract.ts'
export { logIndexContract } from './log-index.contract.ts'
export { logWalkContract } from './log-walk.contract.ts'
export { type RegistryEngines, registryContract } from './registry.contract.ts'
