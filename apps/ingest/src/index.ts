export type { IngestConfig } from './config.ts'
export { createIngest } from './service.ts'
