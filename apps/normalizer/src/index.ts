export { createNormalizer, loadNormalize, type NormalizerConfig } from './service.ts'
