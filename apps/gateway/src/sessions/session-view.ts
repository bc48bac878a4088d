import type { View } from '@wardline/api'
import { isAuditor, PLATFORM_TENANT, rfc3339, type TenantPrincipal } from '@wardline/kernel'
import { oidcIssuers, type SessionDoc, serviceAccounts, tenants } from '@wardline/registries'
import type { GatewayPorts } from '../gateway-ports.ts'
import { unsealName } from './open-session.ts'
import { csrfToken } from './session-secrets.ts'

/** Who the caller is, and for how long. Without a session (with a bearer token) there is no CSRF token and no end. */
export async function sessionView(
  { registry, keyring }: Pick<GatewayPorts, 'registry' | 'keyring'>,
  { type, id, tenantId, roles }: TenantPrincipal,
  session: SessionDoc | undefined,
): Promise<View<'Session'>> {
  const account = type === 'service_account' ? await registry.read(serviceAccounts, tenantId, id) : undefined
  const person = session?.principal.type === 'user' ? session.principal : undefined
  const issuer = person && (await registry.read(oidcIssuers, tenantId, person.issuer_id))
  const tenant = await registry.read(tenants, PLATFORM_TENANT, tenantId)
  return {
    principal: { type, id },
    name: person?.sealed_name ? unsealName(keyring, tenantId, id, person.sealed_name) : (account?.doc.name ?? null),
    organisation: issuer?.doc.sign_in_name ?? null,
    tenant_id: tenantId,
    tenant_name: tenant?.doc.name ?? null,
    roles,
    pseudonym_epoch: keyring.newest('pseudonyms'),
    redacted: isAuditor({ type, id, tenantId, roles } as TenantPrincipal),
    csrf_token: session ? csrfToken(keyring, session.id) : null,
    idle_expires_at: session ? rfc3339(session.idle_until) : null,
    expires_at: session ? rfc3339(session.expires_at) : null,
  }
}

/**
 * What the gateway runs, for who has signed in. A header, because the view of auditors is part of a policy whose earlier
 * versions never change.
 */
export const releaseHeader = ({ release }: Pick<GatewayPorts, 'release'>): Readonly<Record<string, string>> =>
  release ? { 'Wardline-Release': `${release.version} ${release.commit}` } : {}
