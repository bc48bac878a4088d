import type { ServicePorts } from '@wardline/host'
import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { newId, Problem, rfc3339 } from '@wardline/kernel'
import { type SessionDoc, sessions } from '@wardline/registries'
import { sessionCookie } from './session-cookie.ts'
import { hashSession, newSessionToken } from './session-secrets.ts'
import { ABSOLUTE_MS, IDLE_MS, MAX_SESSIONS } from './session-times.ts'
import { sessionView } from './session-view.ts'

/**
 * `POST /session`: who shows a service account's token gets a browser session of the same authority, in a cookie that scripts cannot read.
 * The token itself is kept nowhere. @throws Problem `forbidden` to a session, `limit_reached`.
 */
export const createSession =
  (ports: ServicePorts): OperationHandler =>
  async request => {
    const { registry, clock } = ports
    const { tenantId, id, type } = tenantPrincipal(request)
    if (request.sessionId !== undefined || type !== 'service_account') throw new Problem('forbidden')
    const now = clock.now()
    const open = await registry.count(sessions, tenantId, { principal_id: id, idle_until: { gte: now } }, MAX_SESSIONS)
    if (open >= MAX_SESSIONS) throw new Problem('limit_reached')
    const token = newSessionToken()
    const doc: SessionDoc = {
      id: newId('ses'),
      token_hash: hashSession(token),
      principal: { type, id },
      principal_id: id,
      created_at: rfc3339(now),
      idle_until: now + IDLE_MS,
      expires_at: now + ABSOLUTE_MS,
    }
    const written = await registry.write(sessions, tenantId, doc, { expect: 'absent' })
    if (!written.ok) throw new Error('a fresh session id was taken')
    return {
      status: 201,
      body: await sessionView(ports, tenantPrincipal(request), doc),
      headers: { 'Set-Cookie': sessionCookie(token, request.overTls === true) },
    }
  }
