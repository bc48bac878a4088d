export { type AttachedEngines, attachEmbedded } from './attach.ts'
export { type EmbeddedEngines, type EngineStatus, openEmbedded } from './open.ts'
export type { EmbeddedSettings } from './settings.ts'
export type { TopicStatus } from './store/bus-store.ts'
