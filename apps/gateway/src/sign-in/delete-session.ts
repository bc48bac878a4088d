import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, type TenantId } from '@wardline/kernel'
import { oidcIssuers, type SessionDoc, sessions } from '@wardline/registries'
import { removeStored } from '@wardline/service-kit'
import { noSessionCookie } from '../sessions/session-cookie.ts'
import type { SignInPorts } from './context.ts'
import { requireOffered } from './offered-issuer.ts'

/**
 * `DELETE /session`: signs out. The session ends everywhere at most 2 s later, when the gateways' caches expire. A person
 * who signed in with an identity provider is told where to end the provider's own session.
 * @throws Problem `not_found` without a session.
 */
export const deleteSession =
  (ports: SignInPorts): OperationHandler<'deleteSession'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { sessionId } = request
    if (sessionId === undefined) throw new Problem('not_found')
    const ended = await removeStored(ports.registry, sessions, tenantId, sessionId)
    const headers = { 'Set-Cookie': noSessionCookie(request.overTls === true) }
    const end_session_url = ended && (await endSessionUrl(ports, tenantId, ended.doc))
    return end_session_url === undefined
      ? { status: 204, headers }
      : { status: 200, body: { end_session_url }, headers }
  }

async function endSessionUrl({ registry, providers }: SignInPorts, tenantId: TenantId, { principal }: SessionDoc) {
  if (principal.type !== 'user') return undefined
  const stored = await registry.read(oidcIssuers, tenantId, principal.issuer_id)
  const offered = await requireOffered(registry, tenantId, stored).catch(() => undefined)
  return offered && providers.endSessionUrl(tenantId, offered.doc)
}
