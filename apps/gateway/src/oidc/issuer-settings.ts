import type { Egress } from '@wardline/http'
import { type FieldFault, Problem } from '@wardline/kernel'
import type { Registration } from './registration.ts'

/** Asymmetric algorithms only: whoever checks a signature must not be able to make one (RFC 8725 section 3.2). */
export const DEFAULT_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

export type IssuerSettings = Pick<
  Registration,
  | 'issuer'
  | 'audience'
  | 'algorithms'
  | 'token_types'
  | 'groups_claim'
  | 'group_roles'
  | 'state'
  | 'sign_in_name'
  | 'client_id'
  | 'client_secret_ref'
  | 'scopes'
>

/** The defaults of optional settings. */
export const ISSUER_DEFAULTS = {
  algorithms: DEFAULT_ALGORITHMS,
  token_types: ['at+jwt'],
  groups_claim: 'groups',
  state: 'active',
  sign_in_name: null,
  client_id: null,
  client_secret_ref: null,
  scopes: ['openid', 'profile'],
} as const satisfies Partial<IssuerSettings>

/**
 * @throws Problem `validation_failed` for an issuer with a forbidden address, a repeated group, or incomplete sign-in
 * settings.
 */
export function requireUsable(settings: IssuerSettings, egress: Pick<Egress, 'urlFault'>): void {
  const errors = [...addressFaults(settings, egress), ...groupFaults(settings), ...signInFaults(settings)]
  if (errors.length > 0) throw new Problem('validation_failed', { errors })
}

function addressFaults({ issuer }: IssuerSettings, egress: Pick<Egress, 'urlFault'>): FieldFault[] {
  const fault = egress.urlFault(issuer)
  if (fault !== undefined) return [{ pointer: '/issuer', message: fault }]
  return /[?#]/.test(issuer) ? [{ pointer: '/issuer', message: 'must not have a query or a fragment' }] : []
}

function groupFaults({ group_roles }: IssuerSettings): FieldFault[] {
  const groups = group_roles.map(g => g.group)
  return groups.flatMap((group, i) =>
    groups.indexOf(group) < i ? [{ pointer: `/group_roles/${i}/group`, message: 'must not be repeated' }] : [],
  )
}

function signInFaults({ sign_in_name, client_id, client_secret_ref, scopes }: IssuerSettings): FieldFault[] {
  const faults: FieldFault[] = []
  if (sign_in_name && !client_id) faults.push({ pointer: '/client_id', message: 'is needed with sign_in_name' })
  if (client_id && !sign_in_name) faults.push({ pointer: '/sign_in_name', message: 'is needed with client_id' })
  if (client_secret_ref && !client_id) faults.push({ pointer: '/client_id', message: 'is needed with its secret' })
  if (scopes && !scopes.includes('openid')) faults.push({ pointer: '/scopes', message: 'must contain openid' })
  return faults
}
