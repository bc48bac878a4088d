import { Problem } from '@wardline/kernel'
import type { RetentionDays } from '@wardline/log-event'

/**
 * @throws Problem 422 `retention_out_of_bounds` naming every member that breaks a bound
 * (docs/architecture.md#retention).
 */
export function requireWithinBounds({ hot_days, warm_days, cold_days }: RetentionDays): void {
  const errors = [
    hot_days >= 8 && hot_days <= 90 ? [] : [{ pointer: '/hot_days', message: 'must be 8 to 90' }],
    warm_days <= 365 ? [] : [{ pointer: '/warm_days', message: 'must be at most 365' }],
    warm_days >= hot_days ? [] : [{ pointer: '/warm_days', message: 'must not be less than hot_days' }],
    cold_days <= 3_650 ? [] : [{ pointer: '/cold_days', message: 'must be at most 3650' }],
    cold_days >= warm_days ? [] : [{ pointer: '/cold_days', message: 'must not be less than warm_days' }],
  ].flat()
  if (errors.length > 0) throw new Problem('retention_out_of_bounds', { errors })
}

export const shortens = (from: RetentionDays, to: RetentionDays): boolean =>
  to.hot_days < from.hot_days || to.warm_days < from.warm_days || to.cold_days < from.cold_days
