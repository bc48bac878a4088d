import { Problem } from '@wardline/kernel'
import type { RetentionPeriods, RetentionSettingsDoc } from '@wardline/registries'
import { RETENTION_CLASSES, type RetentionClass } from './retention-classes.ts'

const LONGEST = RETENTION_CLASSES.at(-1) as RetentionClass

type Days = Pick<RetentionPeriods, 'hot_days' | 'warm_days' | 'cold_days'>

export const withClass = (days: Days): RetentionPeriods => ({
  hot_days: days.hot_days,
  warm_days: days.warm_days,
  cold_days: days.cold_days,
  retention_class: (RETENTION_CLASSES.find(c => c.hot >= days.hot_days && c.warm >= days.warm_days) ?? LONGEST).name,
})

/** Contract, section 8: 30 days hot, 90 warm, 6 years cold. */
export const DEFAULT_PERIODS: RetentionPeriods = withClass({ hot_days: 30, warm_days: 90, cold_days: 2_190 })

/** @throws Problem 422 `retention_out_of_bounds` naming every member that breaks a bound (docs/architecture.md#retention). */
export function requireWithinBounds({ hot_days, warm_days, cold_days }: Days): void {
  const errors = [
    hot_days >= 8 && hot_days <= 90 ? [] : [{ pointer: '/hot_days', message: 'must be 8 to 90' }],
    warm_days <= 365 ? [] : [{ pointer: '/warm_days', message: 'must be at most 365' }],
    warm_days >= hot_days ? [] : [{ pointer: '/warm_days', message: 'must not be less than hot_days' }],
    cold_days <= 3_650 ? [] : [{ pointer: '/cold_days', message: 'must be at most 3650' }],
    cold_days >= warm_days ? [] : [{ pointer: '/cold_days', message: 'must not be less than warm_days' }],
  ].flat()
  if (errors.length > 0) throw new Problem('retention_out_of_bounds', { errors })
}

/** What holds for an event received at `at` (milliseconds since the epoch). */
export function periodsAt(settings: RetentionSettingsDoc | undefined, at: number): RetentionPeriods {
  if (!settings) return DEFAULT_PERIODS
  return at >= Date.parse(settings.applies_from) ? settings : settings.previous
}

export const shortens = (from: Days, to: Days): boolean =>
  to.hot_days < from.hot_days || to.warm_days < from.warm_days || to.cold_days < from.cold_days
