import type { ConfigOf } from '@wardline/kernel'
import type { CheckpointAnchors } from './anchors.ts'
import type { HISTORY_SETTINGS } from './history-settings.ts'

/** How a service keeps its transparency log. */
export interface HistoryConfig {
  /** How often new records are signed for. */
  readonly signEveryMs: number
  /** Where the newest checkpoints are kept outside of the registry; for as long as the process lives where nothing is said. */
  readonly anchors?: CheckpointAnchors
}

export const DEFAULT_HISTORY: HistoryConfig = Object.freeze({ signEveryMs: 300_000 })

/** Signing goes on for so long at the end of a process. */
export const FINISH_MS = 5_000

/** @param anchors where there is a place for them */
export const historyConfigOf = (
  config: ConfigOf<typeof HISTORY_SETTINGS>,
  anchors: CheckpointAnchors | undefined,
): HistoryConfig => ({
  signEveryMs: config.WARDLINE_CHECKPOINT_SECONDS * 1_000,
  ...(anchors ? { anchors } : {}),
})
