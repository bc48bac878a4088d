import { type Keyring, newId, Problem, rfc3339, seal, type TenantId, unseal } from '@wardline/kernel'
import { type SessionDoc, sessions } from '@wardline/registries'
import { beyondQuota, DEFAULT_QUOTAS } from '@wardline/service-kit'
import type { GatewayPorts } from '../gateway-ports.ts'
import { hashSession, newSessionToken } from './session-secrets.ts'
import { ABSOLUTE_MS, IDLE_MS, MAX_SESSIONS } from './session-times.ts'

type SessionPorts = Pick<GatewayPorts, 'registry' | 'clock' | 'metrics' | 'quotas'>

/**
 * Stores a new session. Its secret is only in the response. @throws Problem `limit_reached` for too many of one
 * principal, `session_quota_reached` for too many of its tenant.
 */
export async function openSession(
  { registry, clock, metrics, quotas = DEFAULT_QUOTAS }: SessionPorts,
  tenantId: TenantId,
  principal: SessionDoc['principal'],
): Promise<{ readonly token: string; readonly doc: SessionDoc }> {
  const now = clock.now()
  const open = { principal_id: principal.id, idle_until: { gte: now } }
  if ((await registry.count(sessions, tenantId, open, MAX_SESSIONS)) >= MAX_SESSIONS) throw new Problem('limit_reached')
  const ofTenant = await registry.count(sessions, tenantId, { idle_until: { gte: now } }, quotas.sessions)
  if (ofTenant >= quotas.sessions) throw beyondQuota(metrics, 'session_quota_reached')
  const token = newSessionToken()
  const doc: SessionDoc = {
    id: newId('ses'),
    token_hash: hashSession(token),
    principal,
    principal_id: principal.id,
    created_at: rfc3339(now),
    idle_until: now + IDLE_MS,
    expires_at: now + ABSOLUTE_MS,
  }
  const written = await registry.write(sessions, tenantId, doc, { expect: 'absent' })
  if (!written.ok) throw new Error('a fresh session id was taken')
  return { token, doc }
}

const MAX_NAME = 200

/** A person's name as stored during a session, to show to that person only. Null if it is not a name. */
export const sealName = (keyring: Keyring, tenant: TenantId, userId: string, name: unknown): string | null =>
  typeof name === 'string' && name !== ''
    ? seal(keyring.key(tenant, 'sessions'), name.slice(0, MAX_NAME), `name ${userId}`)
    : null

export const unsealName = (keyring: Keyring, tenant: TenantId, userId: string, sealed: string): string =>
  unseal(keyring.key(tenant, 'sessions'), sealed, `name ${userId}`).toString()
