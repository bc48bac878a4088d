import type { RetentionPeriods, RetentionSettingsDoc } from '@wardline/registries'
import { RETENTION_CLASSES, type RetentionClass } from './retention-classes.ts'

const LONGEST = RETENTION_CLASSES.at(-1) as RetentionClass

/** A tenant has one settings document, or none as long as it has never changed the defaults. */
export const RETENTION_ID = 'retention'

export type RetentionDays = Pick<RetentionPeriods, 'hot_days' | 'warm_days' | 'cold_days'>

export const withClass = (days: RetentionDays): RetentionPeriods => ({
  hot_days: days.hot_days,
  warm_days: days.warm_days,
  cold_days: days.cold_days,
  retention_class: (RETENTION_CLASSES.find(c => c.hot >= days.hot_days && c.warm >= days.warm_days) ?? LONGEST).name,
})

/** Contract, section 8: 30 days hot, 90 warm, 6 years cold. */
export const DEFAULT_PERIODS: RetentionPeriods = withClass({ hot_days: 30, warm_days: 90, cold_days: 2_190 })

/** The periods for an event received at `at` (milliseconds since the epoch). */
export function periodsAt(settings: RetentionSettingsDoc | undefined, at: number): RetentionPeriods {
  if (!settings) return DEFAULT_PERIODS
  return at >= Date.parse(settings.applies_from) ? settings : settings.previous
}
