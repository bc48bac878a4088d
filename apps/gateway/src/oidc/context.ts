import type { Egress } from '@wardline/http'
import type { Secrets } from '@wardline/ports'
import type { ServicePorts } from '@wardline/service-kit'

/** The dependencies of the issuers' use cases. */
export interface OidcPorts extends ServicePorts {
  readonly egress: Egress
  readonly secrets: Secrets
  /** The origin where browsers reach the console. If undefined, browsers cannot sign in with a provider. */
  readonly publicUrl: string | undefined
}
