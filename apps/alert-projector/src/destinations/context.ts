import type { Egress } from '@wardline/http'
import type { ServicePorts } from '@wardline/service-kit'
import type { AlertSequence } from '../alerts/alert-sequence.ts'

/** What the use cases of destinations are given. */
export interface DestinationPorts extends ServicePorts {
  readonly egress: Egress
  readonly sequence: AlertSequence
}
