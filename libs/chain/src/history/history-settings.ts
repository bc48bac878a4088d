import { setting } from '@wardline/kernel'

/** Settings of the transparency logs (docs/transparency.md). */
export const HISTORY_SETTINGS = {
  /** How often new records are signed for. What is younger can still be changed without its showing. */
  WARDLINE_CHECKPOINT_SECONDS: setting.integer({ fallback: 300, min: 1, max: 86_400 }),
  /** Where each log's newest checkpoint is kept outside of the registry; beside the revocation journal where nothing is said. */
  WARDLINE_CHECKPOINT_DIR: setting.optionalText(),
  /** An RFC 3161 authority that stamps checkpoints with the time; none where nothing is said. */
  WARDLINE_TIMESTAMP_URL: setting.url({ fallback: undefined }),
}
