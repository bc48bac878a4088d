import { type Document, defineCollection } from './collection.ts'

/** How long a tenant's log events are kept; days count from their partition day. */
export interface RetentionPeriods {
  readonly hot_days: number
  readonly warm_days: number
  readonly cold_days: number
  /** The class of partitions that contains them (docs/architecture.md#retention). */
  readonly retention_class: string
}

/** A tenant's retention settings: one document, `id` is `retention`; none means the platform's defaults. */
export interface RetentionSettingsDoc extends Document, RetentionPeriods {
  /** RFC 3339: these periods are for events received from then on. */
  readonly applies_from: string
  /** The periods for events received before. */
  readonly previous: RetentionPeriods
  readonly updated_at: string
}

export const retentionSettings = defineCollection<RetentionSettingsDoc>({
  name: 'retention_settings',
  owner: 'log-store',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})
