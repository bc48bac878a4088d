export * from './engine-texts.ts'
export { findEngines, silentLog, testConfig } from './engines.ts'
export { emptyTopics, removeCollections, removeTopics } from './harnesses.ts'
export { openTestStores, removeTestStores, type TestStores } from './stores.ts'
