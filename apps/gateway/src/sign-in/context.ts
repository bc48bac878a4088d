import type { OidcPorts } from '../oidc/context.ts'
import type { IdentityProviders } from './identity-providers.ts'

/** The dependencies of the use cases for sign-in with an identity provider. */
export interface SignInPorts extends OidcPorts {
  readonly providers: IdentityProviders
}
