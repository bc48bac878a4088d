import { DAY_MS } from '@wardline/kernel'
import type { Archive, LogPartition } from '@wardline/ports'
import type { LogStorePorts } from '../log-store-ports.ts'

export interface TierSettings {
  /** How often the mover looks for work, in milliseconds. */
  readonly everyMs: number
  /** Maximum number of events per second that moves read or write. */
  readonly eventsPerSecond: number
  /** An instance that does not renew its lease for this long has lost it, in milliseconds. */
  readonly leaseMs: number
  /** How often every tenant is checked for due work, in milliseconds. */
  readonly sweepMs: number
  /** How long a request to ingest may take: what was received before may reach the bus that much later, in milliseconds. */
  readonly settleMs: number
  /** How long the operator keeps backups, in milliseconds. */
  readonly backupsKeptMs: number
}

export const tierDefaults: TierSettings = {
  everyMs: 5_000,
  eventsPerSecond: 20_000,
  leaseMs: 60_000,
  sweepMs: 3_600_000,
  settleMs: 60_000,
  backupsKeptMs: 400 * DAY_MS,
}

/** Shared by the parts of the tier mover. */
export interface TierContext extends LogStorePorts {
  readonly archive: Archive
  readonly settings: TierSettings
  /** Partitions whose expired events still take room, by id. A restart forgets them: nothing but room is lost. */
  readonly roomy: Map<string, LogPartition>
  /** Called between any two steps. @throws when the mover has to stop or has lost its lease. */
  proceed(events?: number): Promise<void>
}

/** Events per page. A move holds one page in memory at a time. */
export const PAGE = 500
