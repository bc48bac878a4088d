import { type Document, defineCollection } from './collection.ts'

/** A rule that a tenant has uploaded: one Sigma rule, or one correlation with the rules that it counts. `id` is the rule_id. */
export interface DetectionRuleDoc extends Document {
  /** The YAML as it was sent. Every instance that uses it compiles it again. */
  readonly source: string
  readonly enabled: boolean
  readonly created_at: string
  /** Instances use it to find changes. */
  readonly updated_at: string
}

export const detectionRules = defineCollection<DetectionRuleDoc>({
  name: 'detection_rules',
  owner: 'detector',
  schemaVersion: 1,
  fields: { created_at: 'text', updated_at: 'text' },
  indexes: [['created_at'], ['updated_at']],
})

/**
 * A tenant's settings for a rule that is not its own: shipped ones, and those of the rules folder. `id` is the rule_id.
 */
export interface DetectionRuleOverrideDoc extends Document {
  readonly enabled: boolean
  readonly updated_at: string
}

export const detectionRuleOverrides = defineCollection<DetectionRuleOverrideDoc>({
  name: 'detection_rule_overrides',
  owner: 'detector',
  schemaVersion: 1,
  fields: { updated_at: 'text' },
  indexes: [['updated_at']],
})
