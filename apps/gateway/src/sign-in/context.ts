import type { GatewayPorts } from '../gateway-ports.ts'
import type { IdentityProviders } from './identity-providers.ts'

/** The dependencies of the use cases for sign-in with an identity provider. */
export interface SignInPorts extends GatewayPorts {
  readonly providers: IdentityProviders
}
