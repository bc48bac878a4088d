import type { Egress } from '@wardline/http'
import { type FieldFault, Problem } from '@wardline/kernel'
import type { OidcIssuerDoc } from '@wardline/registries'

/** Asymmetric ones: who can check a signature must not be able to make one (RFC 8725 section 3.2). */
export const DEFAULT_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

export type IssuerSettings = Pick<
  OidcIssuerDoc,
  'issuer' | 'audience' | 'algorithms' | 'token_types' | 'groups_claim' | 'group_roles' | 'state'
>

/** What a registration may say and does not. */
export const ISSUER_DEFAULTS = {
  algorithms: DEFAULT_ALGORITHMS,
  token_types: ['at+jwt'],
  groups_claim: 'groups',
  state: 'active',
} as const satisfies Partial<IssuerSettings>

/** @throws Problem `validation_failed` for an issuer that may not be asked, or a group that stands twice. */
export function requireUsable({ issuer, group_roles }: IssuerSettings, egress: Pick<Egress, 'urlFault'>): void {
  const errors: FieldFault[] = []
  const fault = egress.urlFault(issuer)
  if (fault !== undefined) errors.push({ pointer: '/issuer', message: fault })
  else if (/[?#]/.test(issuer)) errors.push({ pointer: '/issuer', message: 'must have no query and no fragment' })
  const groups = group_roles.map(g => g.group)
  groups.forEach((group, i) => {
    if (groups.indexOf(group) < i) errors.push({ pointer: `/group_roles/${i}/group`, message: 'must stand once' })
  })
  if (errors.length > 0) throw new Problem('validation_failed', { errors })
}
