import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, type TenantId } from '@wardline/kernel'
import { oidcIssuers, type SessionDoc, sessions } from '@wardline/registries'
import { noSessionCookie } from '../sessions/session-cookie.ts'
import type { SignInPorts } from './context.ts'
import { requireOffered } from './offered-issuer.ts'

const ATTEMPTS = 5

/**
 * `DELETE /session`: signs out. The session is over everywhere within the gateways' caches, at most 2 s later. Who came by an identity provider
 * hears where that one's own session can be ended. @throws Problem `not_found` without a session.
 */
export const deleteSession =
  (ports: SignInPorts): OperationHandler =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { sessionId } = request
    if (sessionId === undefined) throw new Problem('not_found')
    const ended = await remove(ports, tenantId, sessionId)
    const headers = { 'Set-Cookie': noSessionCookie(request.overTls === true) }
    const end_session_url = ended && (await endSessionUrl(ports, tenantId, ended))
    return end_session_url === undefined
      ? { status: 204, headers }
      : { status: 200, body: { end_session_url }, headers }
  }

async function remove({ registry }: SignInPorts, tenantId: TenantId, id: string): Promise<SessionDoc | undefined> {
  let last: SessionDoc | undefined
  for (let i = 0; i < ATTEMPTS; i++) {
    const stored = await registry.read(sessions, tenantId, id)
    if (!stored) return last
    last = stored.doc
    if (await registry.remove(sessions, tenantId, id, stored.version)) return last
  }
  throw new Problem('unavailable')
}

async function endSessionUrl({ registry, providers }: SignInPorts, tenantId: TenantId, { principal }: SessionDoc) {
  if (principal.type !== 'user') return undefined
  const stored = await registry.read(oidcIssuers, tenantId, principal.issuer_id)
  const offered = await requireOffered(registry, tenantId, stored).catch(() => undefined)
  return offered && providers.endSessionUrl(tenantId, offered.doc)
}
