import type { Egress } from '@wardline/http'
import type { Secrets } from '@wardline/ports'

/** What this service needs in addition to its ports: the egress client, and the secrets of its connections. */
export interface MdmConnectorConfig extends MdmSettings {
  readonly egress: Egress
  readonly secrets: Secrets
  /** Waits. Tests make it short. @throws when aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface MdmSettings {
  readonly requestTimeoutMs: number
  /** The most bytes of one page. */
  readonly maxPageBytes: number
  /** The most requests for one page or token before the run gives up. */
  readonly maxAttempts: number
  /**
   * The longest single wait that a provider may impose on a run. A longer one ends it as `throttled`, and the next run
   * continues after that time.
   */
  readonly maxWaitMs: number
  /** The most time that one run waits in total. */
  readonly waitBudgetMs: number
  /** The most requests per second to the provider of one connection. */
  readonly requestsPerSecond: number
  /** The most pages of one walk. More than that must be a loop. */
  readonly maxPages: number
  /** Twice the longest request, so that a lease outlives every wait between two beats. */
  readonly leaseMs: number
  /** How often due syncs are looked for. */
  readonly pollMs: number
  /** The most concurrent syncs in one process. */
  readonly concurrentSyncs: number
  /** The most concurrent snapshot writes of one sync. */
  readonly concurrentWrites: number
  /** How long an interrupted walk can be continued. After that it starts over. */
  readonly resumeWithinMs: number
  /** The least time between the two complete walks that make a device missing. */
  readonly absenceMs: number
  /** The most devices per run that are looked up one by one before they count as missing. */
  readonly maxLookups: number
}

export const mdmDefaults = {
  requestTimeoutMs: 15_000,
  maxPageBytes: 5 * 1024 * 1024,
  maxAttempts: 5,
  maxWaitMs: 30_000,
  waitBudgetMs: 120_000,
  requestsPerSecond: 10,
  maxPages: 5_000,
  leaseMs: 30_000,
  pollMs: 5_000,
  concurrentSyncs: 4,
  concurrentWrites: 32,
  resumeWithinMs: 3_600_000,
  absenceMs: 24 * 3_600_000,
  maxLookups: 200,
} as const satisfies MdmSettings
