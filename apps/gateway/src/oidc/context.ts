import type { Egress } from '@wardline/http'
import type { Secrets } from '@wardline/ports'
import type { ServicePorts } from '@wardline/service-kit'

/** What the use cases of issuers are given. */
export interface OidcPorts extends ServicePorts {
  readonly egress: Egress
  readonly secrets: Secrets
  /** Origin at which browsers reach the console; undefined where nobody said, and then browsers cannot sign in by a provider. */
  readonly publicUrl: string | undefined
}
