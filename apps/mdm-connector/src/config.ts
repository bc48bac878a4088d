import type { Egress } from '@wardline/http'
import type { Secrets } from '@wardline/ports'

/** What this service needs beside its ports: the way out, and the secrets of its connections. */
export interface MdmConnectorConfig extends MdmSettings {
  readonly egress: Egress
  readonly secrets: Secrets
  /** Waits; tests make it short. @throws when aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface MdmSettings {
  readonly requestTimeoutMs: number
  /** Most bytes of one page. */
  readonly maxPageBytes: number
  /** Requests for one page or token before the run gives up. */
  readonly maxAttempts: number
  /** Longest single wait that a provider may ask of a run; a longer one ends it as `throttled` and it goes on when the time has come. */
  readonly maxWaitMs: number
  /** Most time that one run waits in all. */
  readonly waitBudgetMs: number
  /** Most requests a second to one provider of one connection. */
  readonly requestsPerSecond: number
  /** Most pages of one walk: whatever leads further is a loop. */
  readonly maxPages: number
  /** Twice the longest request, so that a lease outlives every wait between two beats. */
  readonly leaseMs: number
  /** How often the clock is looked at for syncs that are due. */
  readonly pollMs: number
  /** Syncs at a time in one process. */
  readonly concurrentSyncs: number
  /** Device snapshots written at a time by one sync. */
  readonly concurrentWrites: number
  /** A walk that broke off is gone on with for this long; after that it starts over. */
  readonly resumeWithinMs: number
  /** How far apart the two complete walks must be that make a device missing. */
  readonly absenceMs: number
  /** Most devices of one run that the provider is asked about one by one, before they count as missing. */
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
