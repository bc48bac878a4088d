import type { View } from '@wardline/api'
import { DEFAULT_PERIODS } from '@wardline/log-event'
import type { Stored } from '@wardline/ports'
import type { RetentionSettingsDoc } from '@wardline/registries'

/** The version in the API: the defaults are version 1, the first change makes it 2. */
export const versionOf = (stored: Stored<RetentionSettingsDoc> | undefined): number => (stored?.version ?? 0) + 1

/** The settings as the API returns them. */
export function retentionView(stored: Stored<RetentionSettingsDoc> | undefined): View<'Retention'> {
  const { hot_days, warm_days, cold_days, retention_class } = stored?.doc ?? DEFAULT_PERIODS
  return {
    hot_days,
    warm_days,
    cold_days,
    retention_class,
    applies_from: stored?.doc.applies_from ?? null,
    version: versionOf(stored),
    updated_at: stored?.doc.updated_at ?? null,
  }
}
