import type { ServicePorts } from '@wardline/host'
import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { sessions } from '@wardline/registries'
import { noSessionCookie } from './session-cookie.ts'

const ATTEMPTS = 5

/** `DELETE /session`: signs out. The session is over everywhere within the gateways' caches, at most 2 s later. @throws Problem `not_found` without one. */
export const deleteSession =
  ({ registry }: ServicePorts): OperationHandler =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    if (request.sessionId === undefined) throw new Problem('not_found')
    for (let i = 0; i < ATTEMPTS; i++) {
      const stored = await registry.read(sessions, tenantId, request.sessionId)
      if (!stored || (await registry.remove(sessions, tenantId, stored.doc.id, stored.version))) break
    }
    return { status: 204, headers: { 'Set-Cookie': noSessionCookie(request.overTls === true) } }
  }
