import { DEFAULT_HISTORY, type HistoryConfig } from '@wardline/chain'
import type { Egress } from '@wardline/http'

/** Settings of the service; each but the way out has a default. */
export interface AlertProjectorConfig {
  /** Most automatic tickets of one tenant within any hour; alerts beyond it stay without one. */
  readonly ticketsPerHour: number
  /** How often an open stream looks for alerts that another process projected. */
  readonly streamPollMs: number
  /** A stream ends after this long at the latest, and its client comes back with its Last-Event-ID. Who may follow it is the gateway's to check. */
  readonly streamMaxMs: number
  /** Most streams that one process holds open for one tenant. */
  readonly streamsPerTenant: number
  /** How often what a crash left half-done is looked for. */
  readonly sweepMs: number
  /** How often destinations are looked at that have something to deliver. */
  readonly deliverMs: number
  /** How the evidence is signed for. */
  readonly history: HistoryConfig
  /** The way to webhooks; closed with the service. */
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
