import { Problem, rfc3339, type TenantId } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import type { IssuerProof, OidcIssuerDoc } from '@wardline/registries'

/** What a registration says, whether it is proven or not. */
export interface Registration extends Omit<OidcIssuerDoc, 'pending'> {
  readonly issuer: string
  readonly sign_in_name: string | null
}

/** A registration as it is stored, with the tenant that it belongs to. */
export type OwnedIssuer = Stored<OidcIssuerDoc> & { readonly tenantId: TenantId }

/** Whether nobody has proven yet that the issuer is this tenant's. Nobody signs in with it. */
export const isPending = (doc: OidcIssuerDoc): boolean => doc.pending !== undefined || doc.issuer === undefined

/** @throws Problem `state_conflict` if it is proven already */
export function requirePending(doc: OidcIssuerDoc): void {
  if (!isPending(doc)) throw new Problem('state_conflict', { detail: 'The issuer is proven already' })
}

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
