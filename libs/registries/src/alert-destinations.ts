import type { Severity } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

/** Why a delivery failed. */
export type DeliveryFault =
  | 'egress_refused'
  | 'endpoint_unreachable'
  | 'endpoint_untrusted'
  | 'endpoint_timeout'
  | 'endpoint_refused'
  | 'endpoint_throttled'
  | 'endpoint_failed'
  | 'endpoint_gone'

/** A webhook that gets a tenant's alerts. Its signing secret is sealed under the tenant's key. */
export interface AlertDestinationDoc extends Document {
  readonly url: string
  readonly description: string | null
  /** Alerts below it are skipped. */
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
 * Progress of a destination; its id is the destination's. It is a separate document, so that a delivery does not change
 * the version that an operator has. The alerts themselves are the queue: those up to `position` were delivered or
 * skipped, those after it wait.
 */
export interface AlertDeliveryDoc extends Document {
  /** Sequence number of the newest alert that is done. */
  readonly position: number
  readonly delivered: number
  /** Alerts that the endpoint refused for good. */
  readonly skipped: number
  readonly last_delivered_at: string | null
  /** Attempts at the alert after `position`. */
  readonly attempts: number
  readonly failing_since: string | null
  readonly error_code: DeliveryFault | null
  readonly lease: { readonly holder: string; readonly until: number } | null
  /** Milliseconds since the epoch: when work on this is due next; null while the destination is paused. */
  readonly due_at: number | null
}

export const alertDeliveries = defineCollection<AlertDeliveryDoc>({
  name: 'alert_deliveries',
  owner: 'alert-projector',
  schemaVersion: 1,
  fields: { due_at: 'number' },
  indexes: [['due_at']],
})
