import type { Role } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

/** A reference to the secret of a client, never the secret. */
export interface ClientSecretRef {
  readonly provider: 'env' | 'file' | 'vault'
  readonly name: string
  readonly purpose: 'oidc'
}

/** An OpenID Connect provider whose users may come in, and as what. One issuer belongs to one tenant: the tenant is never a claim's to say. */
export interface OidcIssuerDoc extends Document {
  /** As in `iss`, to the letter. */
  readonly issuer: string
  /** What `aud` of an access token must hold. */
  readonly audience: string
  /** Signature algorithms that are taken; never `none`, never a symmetric one. */
  readonly algorithms: readonly string[]
  /** `at+jwt` (RFC 9068) alone, or `JWT` as well for providers that do not set it. */
  readonly token_types: readonly ('at+jwt' | 'JWT')[]
  readonly groups_claim: string
  /** Roles by the name of a group; a group that is not here gives none. */
  readonly group_roles: readonly { readonly group: string; readonly roles: readonly Role[] }[]
  readonly state: 'active' | 'paused'
  /** What people type to sign in a browser with this provider; null or absent where they cannot. */
  readonly sign_in_name?: string | null
  /** Of this platform at the provider. There where `sign_in_name` is. */
  readonly client_id?: string | null
  /** Where its secret lies; without one it is a public client, whose proof is PKCE alone. */
  readonly client_secret_ref?: ClientSecretRef | null
  /** What is asked for at sign-in. */
  readonly scopes?: readonly string[]
  readonly created_at: string
  readonly updated_at: string
}

export const oidcIssuers = defineCollection<OidcIssuerDoc>({
  name: 'oidc_issuers',
  owner: 'gateway',
  schemaVersion: 2,
  fields: { issuer: 'text', sign_in_name: 'text', created_at: 'text' },
  indexes: [['created_at']],
  // Not secrets, and need not be: who shows a token of it, or signs in by it, must have the issuer's signature.
  uniqueGlobally: ['issuer', 'sign_in_name'],
})
