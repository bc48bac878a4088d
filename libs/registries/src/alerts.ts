import type { SecurityAlertCreatedPayload } from '@wardline/events'
import type { RecordEpoch } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

/**
 * An alert as it was projected, and its state. `id` is the alert_id. Everything except `status` and `updated_at` never
 * changes.
 */
export interface AlertDoc extends Document, RecordEpoch, Omit<SecurityAlertCreatedPayload, 'alert_id' | 'sealed'> {
  /** Per tenant, assigned at creation: one above the last, except after a restore (docs/consuming-alerts.md). */
  readonly sequence: number
  readonly status: 'open' | 'acknowledged' | 'closed'
  /** The envelope of `security.alert.created`; the envelope of `alert.created` names it as its cause. */
  readonly causation_id: string
  readonly correlation_id: string
  readonly ticket_id: string | null
  readonly created_at: string
  readonly updated_at: string
  /** Copies of members of `rule`, to filter by. */
  readonly rule_id: string
  readonly sigma_id: string | null
  /** Nobody of the tenant wrote the rule, so that its words may leave the platform. Absent: somebody may have. */
  readonly rule_public?: true
}

export const alerts = defineCollection<AlertDoc>({
  name: 'alerts',
  owner: 'alert-projector',
  schemaVersion: 1,
  fields: {
    sequence: 'number',
    severity: 'text',
    status: 'text',
    rule_id: 'text',
    sigma_id: 'text',
    source_log_ids: 'text[]',
    last_event_at: 'text',
  },
  indexes: [
    ['sequence'],
    ['severity', 'sequence'],
    ['status', 'sequence'],
    ['rule_id', 'sequence'],
    ['sigma_id', 'sequence'],
    ['source_log_ids', 'sequence'],
    ['last_event_at'],
  ],
})
