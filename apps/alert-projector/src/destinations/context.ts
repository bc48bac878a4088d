import type { Egress } from '@wardline/http'
import type { ServicePorts } from '@wardline/service-kit'
import type { AlertSequence } from '../alerts/alert-sequence.ts'
import type { OutgoingAlerts } from '../alerts/outgoing-alerts.ts'

/** The ports of the destination use cases. */
export interface DestinationPorts extends ServicePorts {
  readonly egress: Egress
  readonly sequence: AlertSequence
  readonly outgoing: OutgoingAlerts
}
