export { type DurableFiles, durableFiles } from './durable-files.ts'
export { createFileArchive } from './file-archive.ts'
