import type { Egress } from '@wardline/http'
import type { ConfigOf } from '@wardline/kernel'
import type { CheckpointAnchors } from './anchors.ts'
import type { HISTORY_SETTINGS } from './history-settings.ts'
import { createTimeStamper, type TimeStamper } from './time-stamper.ts'

/** How a service keeps its transparency log. */
export interface HistoryConfig {
  /** How often new records are signed. */
  readonly signEveryMs: number
  /**
   * Where the newest checkpoints are stored outside the registry; by default in memory, for as long as the process
   * lives.
   */
  readonly anchors?: CheckpointAnchors
  /** The RFC 3161 authority that stamps checkpoints. */
  readonly timestampUrl?: string
}

export const DEFAULT_HISTORY: HistoryConfig = Object.freeze({ signEveryMs: 300_000 })

/** The client of the time-stamping authority, if one is configured. */
export const timeStamperOf = ({ timestampUrl }: HistoryConfig, egress: Egress): TimeStamper | undefined =>
  timestampUrl === undefined ? undefined : createTimeStamper(timestampUrl, egress)

/** Time for signing at the end of a process. */
export const FINISH_MS = 5_000

/** @param anchors if there is a place for them */
export const historyConfigOf = (
  config: ConfigOf<typeof HISTORY_SETTINGS>,
  anchors: CheckpointAnchors | undefined,
): HistoryConfig => ({
  signEveryMs: config.WARDLINE_CHECKPOINT_SECONDS * 1_000,
  ...(anchors ? { anchors } : {}),
  ...(config.WARDLINE_TIMESTAMP_URL === undefined ? {} : { timestampUrl: config.WARDLINE_TIMESTAMP_URL }),
})
