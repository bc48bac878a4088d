import { DEFAULT_HISTORY, type HistoryConfig } from '@wardline/chain'
import type { Egress } from '@wardline/http'

/** Settings of the service. Each has a default except `egress`. */
export interface AlertProjectorConfig {
  /** Maximum number of automatic tickets for one tenant in any hour. Further alerts get no ticket. */
  readonly ticketsPerHour: number
  /** How often an open stream checks for alerts that another process projected, in milliseconds. */
  readonly streamPollMs: number
  /**
   * A stream ends after this many milliseconds at the latest, and its client reconnects with its Last-Event-ID. The
   * gateway checks who may follow it.
   */
  readonly streamMaxMs: number
  /** Maximum number of streams that one process keeps open for one tenant. */
  readonly streamsPerTenant: number
  /** How often the service checks for work that a crash left unfinished, in milliseconds. */
  readonly sweepMs: number
  /** How often the service checks for destinations that have something to deliver, in milliseconds. */
  readonly deliverMs: number
  /** Settings of the signed history of evidence. */
  readonly history: HistoryConfig
  /** Sends requests to webhooks. Closed with the service. */
  readonly egress: Egress
}

export const DEFAULT_CONFIG: Omit<AlertProjectorConfig, 'egress'> = Object.freeze({
  ticketsPerHour: 100,
  streamPollMs: 250,
  streamMaxMs: 3_600_000,
  streamsPerTenant: 100,
  sweepMs: 30_000,
  deliverMs: 1_000,
  history: DEFAULT_HISTORY,
})
