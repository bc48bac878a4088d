import { type ConfigOf, DAY_MS, setting } from '@wardline/kernel'
import type { RecountOptions } from './ledger/recount-ledger.ts'
import { type TierSettings, tierDefaults } from './tiers/context.ts'

/** The settings that both profiles read from the environment. */
export const LOG_STORE_SETTINGS = {
  WARDLINE_TIER_EVENTS_PER_SECOND: setting.integer({
    fallback: tierDefaults.eventsPerSecond,
    min: 100,
    max: 10_000_000,
  }),
  /** An erasure is done when no backup that is kept holds its subject any more. */
  WARDLINE_BACKUP_RETENTION_DAYS: setting.integer({ fallback: 400, min: 0, max: 3650 }),
  WARDLINE_LEDGER_RECOUNT_SECONDS: setting.integer({ fallback: 600, min: 1, max: 86_400 }),
}

/** Plain data, so it can be passed to another thread. */
export interface LogStoreSettings {
  /** Settings of the tier mover. Missing ones come from `tierDefaults`. */
  readonly tiers: Partial<TierSettings>
  readonly recount: RecountOptions
}

export const logStoreSettingsOf = (config: ConfigOf<typeof LOG_STORE_SETTINGS>): LogStoreSettings => ({
  tiers: {
    eventsPerSecond: config.WARDLINE_TIER_EVENTS_PER_SECOND,
    backupsKeptMs: config.WARDLINE_BACKUP_RETENTION_DAYS * DAY_MS,
  },
  recount: { everyMs: config.WARDLINE_LEDGER_RECOUNT_SECONDS * 1000 },
})
