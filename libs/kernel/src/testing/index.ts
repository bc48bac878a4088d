export * from './rotating-keyring.ts'
export * from './text-search-cases.ts'
