import { randomBytes } from 'node:crypto'
import type { OperationHandler, OperationRequest, OperationResult } from '@wardline/http'
import { newId, Problem, rfc3339 } from '@wardline/kernel'
import { oidcIssuers, type SignInDoc, signIns } from '@wardline/registries'
import { redirectUri } from '../oidc/redirect-uri.ts'
import type { SignInPorts } from './context.ts'
import { requireOffered } from './offered-issuer.ts'
import { returnPath } from './return-path.ts'
import { signInCookie } from './sign-in-cookie.ts'
import { hashSecret, sealSecrets } from './sign-in-secrets.ts'
import { MAX_SIGN_INS, SIGN_IN_MS } from './sign-in-times.ts'
import { toConsole, turnedBack } from './way-back.ts'

/**
 * `GET /session/sign-in`: sends a browser to the identity provider that is registered under a name (ADR 12). After any
 * fault, the browser returns to the console with a code. Only our own pages and the address bar may start one, so that no
 * link can sign anybody in to somebody else's tenant.
 */
export const startSignIn =
  (ports: SignInPorts): OperationHandler<'startSignIn'> =>
  async request => {
    const back = returnPath(request.query.return_to)
    const { site } = request.browser ?? {}
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return toConsole('/console/')
    try {
      return await begin(ports, request, back)
    } catch (error) {
      return turnedBack(ports, back, error)
    }
  }

async function begin(
  ports: SignInPorts,
  request: OperationRequest,
  return_to: string,
): Promise<OperationResult<never>> {
  const { registry, clock, keyring, providers, publicUrl } = ports
  const found = await registry.findByUnique(oidcIssuers, 'sign_in_name', String(request.query.organisation))
  const { doc: issuer } = await requireOffered(registry, found?.tenantId, found)
  if (!found || publicUrl === undefined) throw new Problem('sign_in_unknown')
  const { tenantId } = found
  const now = clock.now()
  const under = await registry.count(
    signIns,
    tenantId,
    { issuer_id: issuer.id, expires_at: { gte: now } },
    MAX_SIGN_INS,
  )
  if (under >= MAX_SIGN_INS) throw new Problem('sign_in_unavailable')
  const [state, nonce, verifier] = [secret(), secret(), secret()]
  const trip = { state, nonce, verifier, redirectUri: redirectUri(publicUrl) }
  const Location = await providers.authorizationUrl(tenantId, issuer, trip)
  const browser = request.browser?.signIn ?? secret()
  const id = newId('sin')
  const doc: SignInDoc = {
    id,
    state_hash: hashSecret(state),
    browser_hash: hashSecret(browser),
    issuer_id: issuer.id,
    return_to,
    sealed: sealSecrets(keyring, tenantId, id, { nonce, verifier }),
    created_at: rfc3339(now),
    expires_at: now + SIGN_IN_MS,
  }
  const written = await registry.write(signIns, tenantId, doc, { expect: 'absent' })
  if (!written.ok) throw new Error('a fresh sign-in id was taken')
  const secure = request.overTls === true || publicUrl.startsWith('https:')
  return { status: 303, headers: { Location, 'Set-Cookie': signInCookie(browser, secure) } }
}

/** 256 bits, as a text that RFC 7636 accepts as a verifier. */
const secret = (): string => randomBytes(32).toString('base64url')
