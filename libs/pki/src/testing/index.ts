export * from '../agent-key.ts'
export * from './client-certificate.ts'
export * from './time-authority.ts'
