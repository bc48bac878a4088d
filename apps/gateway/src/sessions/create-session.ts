import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import type { GatewayPorts } from '../gateway-ports.ts'
import { openSession } from './open-session.ts'
import { sessionCookie } from './session-cookie.ts'
import { releaseHeader, sessionView } from './session-view.ts'

/**
 * `POST /session`: exchanges a service account's token for a browser session with the same authority, in a cookie that
 * scripts cannot read. The token itself is not stored. When it is no longer valid, the session is over.
 * @throws Problem `forbidden` for a caller with a session, `limit_reached`, `session_quota_reached`.
 */
export const createSession =
  (ports: GatewayPorts): OperationHandler<'createSession'> =>
  async request => {
    const principal = tenantPrincipal(request)
    const { tenantId, id, type } = principal
    const { tokenHash } = request
    if (request.sessionId !== undefined || type !== 'service_account' || tokenHash === undefined)
      throw new Problem('forbidden')
    const { token, doc } = await openSession(ports, tenantId, { type, id, token_hash: tokenHash })
    return {
      status: 201,
      body: await sessionView(ports, principal, doc),
      headers: { 'Set-Cookie': sessionCookie(token, request.overTls === true), ...releaseHeader(ports) },
    }
  }
