export { createNormalizer, type NormalizerConfig } from './service.ts'
