import { setting } from '@wardline/kernel'

/** Settings of the transparency logs (docs/transparency.md). */
export const HISTORY_SETTINGS = {
  /** How often new records are signed. Younger records can still be changed unnoticed. */
  WARDLINE_CHECKPOINT_SECONDS: setting.integer({ fallback: 300, min: 1, max: 86_400 }),
  /** Where each log's newest checkpoint is stored outside the registry; by default next to the revocation journal. */
  WARDLINE_CHECKPOINT_DIR: setting.optionalText(),
  /** An RFC 3161 authority that stamps checkpoints with the time; none where nothing is said. */
  WARDLINE_TIMESTAMP_URL: setting.url({ fallback: undefined }),
}
