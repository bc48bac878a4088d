export * from './engine-texts.ts'
export { findEngines } from './engines.ts'
export { openTestStores, removeTestStores, type TestStores } from './stores.ts'
