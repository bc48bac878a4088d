import type { OperationHandler, OperationRequest, OperationResult } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { oidcIssuers } from '@wardline/registries'
import type { SignInPorts } from './context.ts'
import { requireOffered } from './offered-issuer.ts'
import { returnPath } from './return-path.ts'
import { sendToProvider } from './send-to-provider.ts'
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
  const found = await ports.registry.findByUnique(oidcIssuers, 'sign_in_name', String(request.query.organisation))
  const { doc: issuer } = await requireOffered(ports.registry, found?.tenantId, found)
  if (!found) throw new Problem('sign_in_unknown')
  const { url, cookie } = await sendToProvider(ports, request, found.tenantId, issuer, { return_to })
  return { status: 303, headers: { Location: url, 'Set-Cookie': cookie } }
}
