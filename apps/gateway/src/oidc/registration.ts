import { rfc3339 } from '@wardline/kernel'
import type { IssuerProof, OidcIssuerDoc } from '@wardline/registries'

/** What a registration says, whether it is proven or not. */
export interface Registration extends Omit<OidcIssuerDoc, 'pending'> {
  readonly issuer: string
  readonly sign_in_name: string | null
}

/** Whether nobody has proven yet that the issuer is this tenant's. Nobody signs in with it. */
export const isPending = (doc: OidcIssuerDoc): boolean => doc.pending !== undefined || doc.issuer === undefined

/** @throws Error if it names no issuer at all */
export function registrationOf({ pending, ...doc }: OidcIssuerDoc): Registration {
  const { issuer, sign_in_name = null } = pending ?? doc
  if (issuer === undefined) throw new Error('a registration names no issuer')
  return { ...doc, issuer, sign_in_name }
}

/** As it is stored while it is pending: without the fields that are unique over all tenants. */
export const asPending = ({ issuer, sign_in_name, ...rest }: Registration): OidcIssuerDoc => ({
  ...rest,
  pending: { issuer, sign_in_name },
})

/** As it is stored once it is proven: its issuer, and its name if it has one, belong to this tenant alone. */
export const asProven = (doc: OidcIssuerDoc, by: IssuerProof['by'], now: number): OidcIssuerDoc => ({
  ...registrationOf(doc),
  proof: { by, at: rfc3339(now) },
  updated_at: rfc3339(now),
})
