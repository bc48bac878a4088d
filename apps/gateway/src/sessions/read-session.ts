import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { sessions } from '@wardline/registries'
import type { GatewayPorts } from '../gateway-ports.ts'
import { releaseHeader, sessionView } from './session-view.ts'

/** `GET /session`: who the caller is, by session cookie or bearer token. */
export const readSession =
  (ports: GatewayPorts): OperationHandler<'readSession'> =>
  async request => {
    const principal = tenantPrincipal(request)
    const { sessionId } = request
    const session =
      sessionId === undefined ? undefined : await ports.registry.read(sessions, principal.tenantId, sessionId)
    return { status: 200, body: await sessionView(ports, principal, session?.doc), headers: releaseHeader(ports) }
  }
