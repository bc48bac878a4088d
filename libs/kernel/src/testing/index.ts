export * from './text-search-cases.ts'
