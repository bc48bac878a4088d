export * from './time-stamp-fault.ts'
export * from './time-stamp-request.ts'
export * from './time-stamp-token.ts'
