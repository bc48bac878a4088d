import type { Role } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

export type SignatureAlgorithm =
  | 'RS256'
  | 'RS384'
  | 'RS512'
  | 'PS256'
  | 'PS384'
  | 'PS512'
  | 'ES256'
  | 'ES384'
  | 'ES512'
  | 'EdDSA'

/** Roles that a provider's group may give: those of a tenant's people. */
export type GroupRole = Exclude<Role, 'platform_admin' | 'agent'>

/** A reference to the secret of a client, never the secret. */
export interface ClientSecretRef {
  readonly provider: 'env' | 'file' | 'vault'
  readonly name: string
  readonly purpose: 'oidc'
}

/** How a tenant has proven that an issuer is its own. */
export interface IssuerProof {
  /** `sign_in`: an admin of the issuer has signed in with its client. `approval`: a platform_admin has said so. */
  readonly by: 'sign_in' | 'approval'
  /** RFC 3339. */
  readonly at: string
}

/**
 * An OpenID Connect provider whose users may sign in, and with which roles. A proven issuer belongs to one tenant: a
 * claim never decides the tenant. A pending one lets nobody in.
 */
export interface OidcIssuerDoc extends Document {
  /**
   * Exactly as in `iss`. Absent while the registration is pending: only a proven one has the unique fields, so that a
   * pending one blocks no other tenant.
   */
  readonly issuer?: string
  /** What the registration will have once it is proven. Present only while it is pending. */
  readonly pending?: { readonly issuer: string; readonly sign_in_name: string | null }
  /** Absent while it is pending, and in registrations from before proof was asked for, which count as proven. */
  readonly proof?: IssuerProof
  /** The value that `aud` of an access token must contain. */
  readonly audience: string
  /** Signature algorithms that are accepted; never `none`, never a symmetric one. */
  readonly algorithms: readonly SignatureAlgorithm[]
  /** `at+jwt` (RFC 9068) alone, or `JWT` as well for providers that do not set it. */
  readonly token_types: readonly ('at+jwt' | 'JWT')[]
  readonly groups_claim: string
  /** Roles by group name; a group that is not listed gives none. */
  readonly group_roles: readonly { readonly group: string; readonly roles: readonly GroupRole[] }[]
  readonly state: 'active' | 'paused'
  /** What people type to sign in with this provider in a browser; null or absent if they cannot, or while it is pending. */
  readonly sign_in_name?: string | null
  /** This platform's client at the provider. Present if there is a name to sign in with. */
  readonly client_id?: string | null
  /** Reference to its secret; without one it is a public client, which uses only PKCE as proof. */
  readonly client_secret_ref?: ClientSecretRef | null
  /** What is requested at sign-in. */
  readonly scopes?: readonly string[]
  readonly created_at: string
  readonly updated_at: string
}

export const oidcIssuers = defineCollection<OidcIssuerDoc>({
  name: 'oidc_issuers',
  owner: 'gateway',
  schemaVersion: 3,
  fields: { issuer: 'text', sign_in_name: 'text', created_at: 'text' },
  indexes: [['created_at']],
  // Not secrets, and they need not be: a token or a sign-in of this issuer must carry its signature.
  uniqueGlobally: ['issuer', 'sign_in_name'],
  essential: true,
})
