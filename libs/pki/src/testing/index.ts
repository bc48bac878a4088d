export * from '../agent-key.ts'
export * from './client-certificate.ts'
