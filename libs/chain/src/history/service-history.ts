import type { Egress } from '@wardline/http'
import type { ConfigOf } from '@wardline/kernel'
import type { CheckpointAnchors } from './anchors.ts'
import type { HISTORY_SETTINGS } from './history-settings.ts'
import { createTimeStamper, type TimeStamper } from './time-stamper.ts'

/** How a service keeps its transparency log. */
export interface HistoryConfig {
  /** How often new records are signed for. */
  readonly signEveryMs: number
  /** Where the newest checkpoints are kept outside of the registry; for as long as the process lives where nothing is said. */
  readonly anchors?: CheckpointAnchors
  /** The RFC 3161 authority that stamps checkpoints. */
  readonly timestampUrl?: string
}

export const DEFAULT_HISTORY: HistoryConfig = Object.freeze({ signEveryMs: 300_000 })

/** The way to the authority, where one is named. */
export const timeStamperOf = ({ timestampUrl }: HistoryConfig, egress: Egress): TimeStamper | undefined =>
  timestampUrl === undefined ? undefined : createTimeStamper(timestampUrl, egress)

/** Signing goes on for so long at the end of a process. */
export const FINISH_MS = 5_000

/** @param anchors where there is a place for them */
export const historyConfigOf = (
  config: ConfigOf<typeof HISTORY_SETTINGS>,
  anchors: CheckpointAnchors | undefined,
): HistoryConfig => ({
  signEveryMs: config.WARDLINE_CHECKPOINT_SECONDS * 1_000,
  ...(anchors ? { anchors } : {}),
  ...(config.WARDLINE_TIMESTAMP_URL === undefined ? {} : { timestampUrl: config.WARDLINE_TIMESTAMP_URL }),
})
