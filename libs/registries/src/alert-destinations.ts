import type { Severity } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

/** A webhook that gets a tenant's alerts. Its signing secret is sealed under the tenant's key. */
export interface AlertDestinationDoc extends Document {
  readonly url: string
  readonly description: string | null
  /** Alerts below it are passed over. */
  readonly min_severity: Severity
  readonly state: 'active' | 'paused'
  readonly sealed_secret: string
  readonly created_at: string
  readonly updated_at: string
}

export const alertDestinations = defineCollection<AlertDestinationDoc>({
  name: 'alert_destinations',
  owner: 'alert-projector',
  schemaVersion: 1,
  fields: { created_at: 'text' },
  indexes: [['created_at']],
})

/**
 * How far a destination has got; its id is the destination's. Apart from it, so that a delivery changes no version that an operator holds.
 * The alerts themselves are the queue: what is behind `position` was delivered or passed over, what is after it waits.
 */
export interface AlertDeliveryDoc extends Document {
  /** Sequence of the newest alert that is done with. */
  readonly position: number
  readonly delivered: number
  /** Alerts that the endpoint refused for good. */
  readonly skipped: number
  readonly last_delivered_at: string | null
  /** Attempts at the alert after `position`. */
  readonly attempts: number
  readonly failing_since: string | null
  readonly error_code: string | null
  readonly lease: { readonly holder: string; readonly until: number } | null
  /** Milliseconds since the epoch: when somebody must look at this next; null while the destination is paused. */
  readonly due_at: number | null
}

export const alertDeliveries = defineCollection<AlertDeliveryDoc>({
  name: 'alert_deliveries',
  owner: 'alert-projector',
  schemaVersion: 1,
  fields: { due_at: 'number' },
  indexes: [['due_at']],
})
