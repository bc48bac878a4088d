export {
  NORMALIZER_SETTINGS,
  type NormalizerSettings,
  normalizerSettingsOf,
} from './normalizer-settings.ts'
export { createNormalizer, type NormalizerConfig } from './service.ts'
