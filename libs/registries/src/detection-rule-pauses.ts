import { type Document, defineCollection } from './collection.ts'

/** A time in which a rule was not asked, and what came by meanwhile. */
export interface PausePeriod {
  /** RFC 3339, wall clock. */
  readonly since: string
  readonly until: string
  /** Events that the rule would have looked at. */
  readonly events: number
  /** Event times of the first and the last of them; null while there are none. */
  readonly events_from: string | null
  readonly events_to: string | null
}

/** A rule that took too long on a tenant's events, and is not asked about them until `until`. `id` is the rule_id. */
export interface DetectionRulePauseDoc extends Document {
  /** The version of the rule that is paused; another version is not. */
  readonly version_hash: string
  readonly since: string
  readonly until: string
  readonly reason: 'rule_over_budget' | 'tenant_over_budget'
  /** How often in a row it was paused; each pause is twice as long as the one before. */
  readonly level: number
  /** The last ones, oldest first; the last is the one of `since`. */
  readonly periods: readonly PausePeriod[]
  readonly updated_at: string
}

export const detectionRulePauses = defineCollection<DetectionRulePauseDoc>({
  name: 'detection_rule_pauses',
  owner: 'detector',
  schemaVersion: 1,
  fields: { until: 'text', updated_at: 'text' },
  indexes: [['until'], ['updated_at']],
})
