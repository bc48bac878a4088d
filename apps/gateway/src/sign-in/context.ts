import type { OidcPorts } from '../oidc/context.ts'
import type { IdentityProviders } from './identity-providers.ts'

/** What the use cases of signing in by an identity provider are given. */
export interface SignInPorts extends OidcPorts {
  readonly providers: IdentityProviders
}
