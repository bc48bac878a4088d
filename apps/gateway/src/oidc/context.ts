import type { ServicePorts } from '@wardline/host'
import type { Egress } from '@wardline/http'

/** What the use cases of issuers are given. */
export interface OidcPorts extends ServicePorts {
  readonly egress: Pick<Egress, 'urlFault'>
}
