import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339 } from '@wardline/kernel'
import { findIssuer } from '../oidc/issuer-view.ts'
import { requirePending } from '../oidc/registration.ts'
import type { SignInPorts } from './context.ts'
import { requireOffered } from './offered-issuer.ts'
import { sendToProvider } from './send-to-provider.ts'

/** The page of the console that shows registrations. */
const ISSUERS_PAGE = '/console/settings/issuers'

/**
 * `POST /oidc-issuers/{issuer_id}/proof`: an admin's browser goes to the provider of a pending registration and comes
 * back as an admin of that provider. Only with a client that has a secret: anybody may know the id of a public client.
 * @throws Problem `not_found`, `state_conflict` if it is proven already, `issuer_needs_approval` without a client and its
 *   secret, `sign_in_unknown` while it is paused, `sign_in_unavailable`.
 */
export const startIssuerProof =
  (ports: SignInPorts): OperationHandler<'startOidcIssuerProof'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await findIssuer(ports.registry, request)
    requirePending(stored.doc)
    if (!stored.doc.client_id || !stored.doc.client_secret_ref) throw new Problem('issuer_needs_approval')
    const { doc: issuer } = await requireOffered(ports.registry, tenantId, stored, 'proof')
    const trip = { return_to: ISSUERS_PAGE, purpose: 'proof' } as const
    const { url, cookie, expiresAt } = await sendToProvider(ports, request, tenantId, issuer, trip)
    return {
      status: 200,
      body: { authorization_url: url, expires_at: rfc3339(expiresAt) },
      headers: { 'Set-Cookie': cookie },
    }
  }
