import type { Role } from '@wardline/kernel'
import { type Document, defineCollection } from './collection.ts'

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
  readonly created_at: string
  readonly updated_at: string
}

export const oidcIssuers = defineCollection<OidcIssuerDoc>({
  name: 'oidc_issuers',
  owner: 'gateway',
  schemaVersion: 1,
  fields: { issuer: 'text', created_at: 'text' },
  indexes: [['created_at']],
  // Not a secret, and need not be: who shows a token of it must have the issuer's signature.
  uniqueGlobally: ['issuer'],
})
