import type { Archive } from '@wardline/ports'
import type { LogStorePorts } from '../log-store-ports.ts'

export interface TierSettings {
  /** How often the mover looks for work, in milliseconds. */
  readonly everyMs: number
  /** Events that moves read or write per second, at most. */
  readonly eventsPerSecond: number
  /** Who does not renew its lease for this long has lost it, in milliseconds. */
  readonly leaseMs: number
  /** How often every tenant is looked at for what is due, in milliseconds. */
  readonly sweepMs: number
}

export const tierDefaults: TierSettings = {
  everyMs: 5_000,
  eventsPerSecond: 20_000,
  leaseMs: 60_000,
  sweepMs: 3_600_000,
}

/** What the parts of the tier mover share. */
export interface TierContext extends LogStorePorts {
  readonly archive: Archive
  readonly settings: TierSettings
  /** Called between any two steps. @throws when the mover has to stop, or is not the mover any more. */
  proceed(events?: number): Promise<void>
}

/** Events of a page: what moves hold in memory at once. */
export const PAGE = 500
