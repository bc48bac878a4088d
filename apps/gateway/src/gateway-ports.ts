import type { Quotas } from '@wardline/service-kit'
import type { OidcPorts } from './oidc/context.ts'

/** The dependencies of the gateway's own use cases. */
export interface GatewayPorts extends OidcPorts {
  /** The defaults if undefined. */
  readonly quotas?: Quotas
  /** What runs, for who has signed in. */
  readonly release?: { readonly version: string; readonly commit: string }
}
