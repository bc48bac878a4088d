import type { OperationHandler, OperationRequest, OperationResult } from '@wardline/http'
import { Problem, secretsEqual, type TenantId, type UserPrincipal } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import { type OidcIssuerDoc, oidcIssuers, type SignInDoc, signIns } from '@wardline/registries'
import { becomeProven } from '../oidc/prove-issuer.ts'
import { redirectUri } from '../oidc/redirect-uri.ts'
import { userOf } from '../oidc/user-of-claims.ts'
import { openSession, sealName } from '../sessions/open-session.ts'
import { sessionCookie } from '../sessions/session-cookie.ts'
import type { SignInPorts } from './context.ts'
import { requireOffered } from './offered-issuer.ts'
import { hashSecret, unsealSecrets } from './sign-in-secrets.ts'
import { toConsole, turnedBack } from './way-back.ts'

/** A provider's error codes that its user has not caused (RFC 6749 section 4.1.2.1). */
const ITS_OWN_FAULTS: readonly unknown[] = ['server_error', 'temporarily_unavailable']

/**
 * `GET /session/callback`: where the provider sends the browser back to. Leads to the page where the sign-in began, with a
 * session or with a code that says why it failed. Nothing from the provider is shown. A proof of an issuer gives no
 * session.
 */
export const finishSignIn =
  (ports: SignInPorts): OperationHandler<'finishSignIn'> =>
  async request => {
    let back = '/console/'
    try {
      const { tenantId, doc } = await taken(ports, request)
      back = doc.return_to
      return await finish(ports, request, tenantId, doc)
    } catch (error) {
      return turnedBack(ports, back, error)
    }
  }

/**
 * The sign-in that this browser began, only once and only in time. @throws Problem `sign_in_expired`, the same for
 * every fault of it.
 */
async function taken({ registry, clock }: SignInPorts, { query, browser }: OperationRequest) {
  const { state } = query
  if (typeof state !== 'string' || browser?.signIn === undefined) throw new Problem('sign_in_expired')
  const found = await registry.findByUnique(signIns, 'state_hash', hashSecret(state))
  if (!found || clock.now() >= found.doc.expires_at) throw new Problem('sign_in_expired')
  // Kept for the browser that it belongs to.
  if (!secretsEqual(found.doc.browser_hash, hashSecret(browser.signIn))) throw new Problem('sign_in_expired')
  if (!(await registry.remove(signIns, found.tenantId, found.doc.id, found.version)))
    throw new Problem('sign_in_expired')
  return found
}

async function finish(
  ports: SignInPorts,
  { query, overTls }: OperationRequest,
  tenantId: TenantId,
  { id, sealed, issuer_id, return_to, purpose }: SignInDoc,
): Promise<OperationResult<never>> {
  const { registry, keyring, providers, publicUrl } = ports
  if (query.error !== undefined)
    throw new Problem(ITS_OWN_FAULTS.includes(query.error) ? 'sign_in_unavailable' : 'sign_in_refused')
  const registered = await registry.read(oidcIssuers, tenantId, issuer_id)
  const { doc: issuer, version } = await requireOffered(registry, tenantId, registered, purpose)
  if (publicUrl === undefined) throw new Problem('sign_in_unknown')
  const secrets = unsealSecrets(keyring, tenantId, id, sealed)
  const trip = { ...secrets, state: String(query.state), redirectUri: redirectUri(publicUrl) }
  const claims = await providers.claims(tenantId, issuer, trip, answerOf(query))
  const user = userOf(claims, issuer, tenantId, keyring)
  const refuse = (refusal: Problem): OperationResult<never> => ({
    ...turnedBack(ports, return_to, refusal),
    signedIn: { user, refusedAs: refusal.code, ...(purpose === 'proof' ? { proves: issuer_id } : {}) },
  })
  if (purpose === 'proof' && registered) return prove(ports, tenantId, registered, { user, return_to, refuse })
  if (user.roles.length === 0) return refuse(new Problem('sign_in_no_role'))
  const { token } = await openSession(ports, tenantId, {
    type: 'user',
    id: user.id,
    roles: user.roles,
    issuer_id,
    issuer_version: version,
    sealed_name: sealName(keyring, tenantId, user.id, claims.name),
  })
  ports.metrics.count('sign_ins_total', { outcome: 'succeeded' })
  const secure = overTls === true || publicUrl.startsWith('https:')
  const { headers, ...answer } = toConsole(return_to)
  return { ...answer, headers: { ...headers, 'Set-Cookie': sessionCookie(token, secure) }, signedIn: { user } }
}

/** An admin of the issuer has come back with its client: the issuer is this tenant's, unless it is somebody else's. */
async function prove(
  ports: SignInPorts,
  tenantId: TenantId,
  registered: Stored<OidcIssuerDoc>,
  person: {
    readonly user: UserPrincipal
    readonly return_to: string
    readonly refuse: (refusal: Problem) => OperationResult<never>
  },
): Promise<OperationResult<never>> {
  const { user, return_to, refuse } = person
  // It may have been taken away since the proof was started.
  if (!registered.doc.client_secret_ref) return refuse(new Problem('issuer_needs_approval'))
  if (!user.roles.includes('admin')) return refuse(new Problem('sign_in_not_admin'))
  try {
    await becomeProven(ports, tenantId, registered, 'sign_in')
  } catch (error) {
    if (error instanceof Problem) return refuse(error)
    throw error
  }
  ports.metrics.count('sign_ins_total', { outcome: 'proved' })
  return { ...toConsole(return_to), signedIn: { user, proves: registered.doc.id } }
}

/** The query parameters of the callback that the flow reads. */
function answerOf(query: OperationRequest['query']): URLSearchParams {
  const answer = new URLSearchParams()
  for (const name of ['code', 'state', 'iss']) {
    const value = query[name]
    if (typeof value === 'string') answer.set(name, value)
  }
  return answer
}
