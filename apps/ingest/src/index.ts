export { createIngest, type IngestConfig } from './service.ts'
