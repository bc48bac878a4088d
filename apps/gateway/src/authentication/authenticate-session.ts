import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { type Clock, type Keyring, Problem, rfc3339, type TenantId, type TenantPrincipal } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import {
  oidcIssuers,
  type ServiceAccountDoc,
  type SessionDoc,
  serviceAccounts,
  sessions,
  type UserOfSession,
} from '@wardline/registries'
import { isPending } from '../oidc/registration.ts'
import { createReadThrough } from '../read-through.ts'
import { noSessionCookie, sessionToken } from '../sessions/session-cookie.ts'
import { hashSession, isCsrfToken } from '../sessions/session-secrets.ts'
import { IDLE_MS, NOTE_MS } from '../sessions/session-times.ts'
import type { TenantStates } from './tenant-states.ts'

export interface SessionAuthenticator {
  /** Whether a request has a session cookie at all. */
  shows(request: IncomingMessage): boolean
  /**
   * The principal of a session, with what its account still allows. A request that changes something must come from our
   * own pages.
   * @throws Problem 401 `unauthenticated` without a session or after its end, 403 `csrf_token_invalid`, 403 for a
   *   suspended tenant, 503.
   */
  authenticate(request: IncomingMessage): Promise<{ readonly principal: TenantPrincipal; readonly sessionId: string }>
  clear(): void
}

interface Session {
  readonly tenantId: TenantId
  readonly doc: SessionDoc
  readonly principal: TenantPrincipal | undefined
}

/** An EventSource cannot send headers, and reads change nothing. */
const SAFE: readonly (string | undefined)[] = ['GET', 'HEAD']

export function createSessionAuthenticator(ports: {
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
  readonly tenantStates: TenantStates
}): SessionAuthenticator {
  const { registry, clock, keyring, tenantStates } = ports
  const known = createReadThrough<Session | undefined>(async hash => {
    const found = await registry.findByUnique(sessions, 'token_hash', hash)
    if (!found) return undefined
    const { tenantId, doc } = found
    return { tenantId, doc, principal: await principalOf(tenantId, doc) }
  }, 10_000)

  async function principalOf(tenantId: TenantId, { principal }: SessionDoc): Promise<TenantPrincipal | undefined> {
    if (principal.type === 'user') return userOf(tenantId, principal)
    const account = await registry.read(serviceAccounts, tenantId, principal.id)
    if (!account) return undefined
    const { id, roles, expires_at } = account.doc
    if (expires_at !== null && clock.now() >= Date.parse(expires_at)) return undefined
    if (!isTaken(account.doc, principal.token_hash, clock.now())) return undefined
    return { type: 'service_account', id, tenantId, roles }
  }

  /** Only while the registration that the person signed in with exists, is active and is unchanged. */
  async function userOf(tenantId: TenantId, user: UserOfSession): Promise<TenantPrincipal | undefined> {
    const issuer = await registry.read(oidcIssuers, tenantId, user.issuer_id)
    if (issuer?.version !== user.issuer_version || issuer.doc.state !== 'active' || isPending(issuer.doc))
      return undefined
    return { type: 'user', id: user.id, tenantId, roles: user.roles }
  }

  async function read(hash: string) {
    try {
      const session = await known.get(hash)
      return { session, state: session && (await tenantStates.of(session.tenantId)) }
    } catch (cause) {
      throw new Problem('unavailable', { cause })
    }
  }

  /** Records that the session is in use. A concurrent record by another request is just as good. */
  async function note({ tenantId, doc }: Session, now: number): Promise<void> {
    const stored = await registry.read(sessions, tenantId, doc.id)
    if (!stored) return
    const idle_until = Math.min(now + IDLE_MS, doc.expires_at)
    await registry.write(sessions, tenantId, { ...stored.doc, idle_until }, { expect: stored.version })
  }

  return {
    shows: request => sessionToken(request.headers.cookie) !== undefined,
    async authenticate(request) {
      const token = sessionToken(request.headers.cookie)
      if (token === undefined) throw new Problem('unauthenticated')
      const { session, state } = await read(hashSession(token))
      const now = clock.now()
      const over = !session || now >= session.doc.idle_until || now >= session.doc.expires_at
      if (over || !session.principal || state === 'unknown') {
        const secure = request.socket instanceof TLSSocket
        throw new Problem('unauthenticated', { headers: { 'Set-Cookie': noSessionCookie(secure) } })
      }
      if (state !== 'active') throw new Problem('forbidden', { detail: 'The tenant is suspended' })
      const { principal, doc } = session
      if (!SAFE.includes(request.method)) requireOwnPage(request, keyring, doc.id)
      if (now > doc.idle_until - IDLE_MS + NOTE_MS) {
        await note(session, now).catch(() => undefined)
        known.clear()
      }
      return { principal, sessionId: doc.id }
    },
    clear: () => known.clear(),
  }
}

/** Whether a token is the account's current one, or the previous one within its overlap. */
const isTaken = (account: ServiceAccountDoc, hash: string | undefined, now: number): boolean =>
  hash !== undefined &&
  (account.token_hash === hash ||
    (account.previous_token_hash === hash && now < Date.parse(account.previous_token_until ?? rfc3339(0))))

/**
 * @throws Problem `csrf_token_invalid` for a request that another site may have sent, or that lacks this session's
 * token.
 */
function requireOwnPage({ headers }: IncomingMessage, keyring: Keyring, sessionId: string): void {
  const site = headers['sec-fetch-site']
  const shown = headers['x-wardline-csrf']
  if (site !== undefined && site !== 'same-origin') throw new Problem('csrf_token_invalid')
  if (typeof shown !== 'string' || !isCsrfToken(keyring, sessionId, shown)) throw new Problem('csrf_token_invalid')
}
