export * from './canonical-digest.ts'
export * from './document-chain.ts'
