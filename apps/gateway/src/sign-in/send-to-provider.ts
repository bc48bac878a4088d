import { randomBytes } from 'node:crypto'
import type { OperationRequest } from '@wardline/http'
import { newId, Problem, rfc3339, type TenantId } from '@wardline/kernel'
import { type SignInDoc, signIns } from '@wardline/registries'
import { redirectUri } from '../oidc/redirect-uri.ts'
import type { SignInPorts } from './context.ts'
import type { OfferedIssuer } from './offered-issuer.ts'
import { signInCookie } from './sign-in-cookie.ts'
import { hashSecret, sealSecrets } from './sign-in-secrets.ts'
import { MAX_SIGN_INS, SIGN_IN_MS } from './sign-in-times.ts'

/** Where a browser goes now, and the cookie without which it cannot come back. */
export interface Departure {
  readonly url: string
  readonly cookie: string
  /** Milliseconds since the epoch: it must be back by then. */
  readonly expiresAt: number
}

/** Stores a sign-in and says where the browser goes with it. @throws Problem `sign_in_unknown`, `sign_in_unavailable`. */
export async function sendToProvider(
  { registry, clock, keyring, providers, publicUrl }: SignInPorts,
  { browser: shown, overTls }: Pick<OperationRequest, 'browser' | 'overTls'>,
  tenantId: TenantId,
  issuer: OfferedIssuer,
  trip: Pick<SignInDoc, 'return_to' | 'purpose'>,
): Promise<Departure> {
  if (publicUrl === undefined) throw new Problem('sign_in_unknown')
  const now = clock.now()
  const under = await registry.count(
    signIns,
    tenantId,
    { issuer_id: issuer.id, expires_at: { gte: now } },
    MAX_SIGN_INS,
  )
  if (under >= MAX_SIGN_INS) throw new Problem('sign_in_unavailable')
  const [state, nonce, verifier] = [secret(), secret(), secret()]
  const secrets = { state, nonce, verifier, redirectUri: redirectUri(publicUrl) }
  const url = await providers.authorizationUrl(tenantId, issuer, secrets)
  const browser = shown?.signIn ?? secret()
  const id = newId('sin')
  const doc: SignInDoc = {
    id,
    state_hash: hashSecret(state),
    browser_hash: hashSecret(browser),
    issuer_id: issuer.id,
    ...trip,
    sealed: sealSecrets(keyring, tenantId, id, { nonce, verifier }),
    created_at: rfc3339(now),
    expires_at: now + SIGN_IN_MS,
  }
  const written = await registry.write(signIns, tenantId, doc, { expect: 'absent' })
  if (!written.ok) throw new Error('a fresh sign-in id was taken')
  const secure = overTls === true || publicUrl.startsWith('https:')
  return { url, cookie: signInCookie(browser, secure), expiresAt: doc.expires_at }
}

/** 256 bits, as a text that RFC 7636 accepts as a verifier. */
const secret = (): string => randomBytes(32).toString('base64url')
