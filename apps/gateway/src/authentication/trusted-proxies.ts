import { type Clock, Problem } from '@wardline/kernel'
import type { AgentAuthenticator } from './authenticate-agent.ts'
import type { ClientCertificate } from './client-certificate.ts'

/** Proxies that may forward their client's certificate. */
export interface TrustedProxySettings {
  /** URIs or DNS names. The proxy's own certificate must contain one of them. */
  readonly sans: readonly string[]
  /** PEM of authorities that may issue it, in addition to the platform's own. */
  readonly authorities: readonly string[]
}

/**
 * Whether the sender of a request is a trusted proxy, by the certificate of its connection.
 * @throws Problem 503 for a certificate that has a proxy's name but does not prove it: there may be agents behind it, and a
 *   fault of the proxy must not stop them.
 */
export type IsTrustedProxy = (certificate: ClientCertificate) => Promise<boolean>

export function createTrustedProxies(
  { sans, authorities }: TrustedProxySettings,
  { agents, clock }: { readonly agents: AgentAuthenticator; readonly clock: Clock },
): IsTrustedProxy {
  const names = new Set(sans)
  const issued = new WeakMap<ClientCertificate, boolean>()

  function isIssuedByTheirs(certificate: ClientCertificate): boolean {
    const known = issued.get(certificate)
    if (known !== undefined) return known
    const judged = authorities.some(pem => certificate.facts?.isIssuedBy(pem))
    issued.set(certificate, judged)
    return judged
  }

  return async certificate => {
    const { facts } = certificate
    if (!facts || ![...facts.uris, ...facts.dnsNames].some(name => names.has(name))) return false
    if (isIssuedByTheirs(certificate)) {
      const now = clock.now()
      if (facts.clientAuth && !facts.isAuthority && facts.notBefore <= now && now <= facts.notAfter) return true
      throw unproven()
    }
    const accepted = await agents.authenticate(certificate, () => {}).catch(() => undefined)
    if (accepted && !accepted.renewalOnly) return true
    throw unproven()
  }
}

const unproven = (): Problem =>
  new Problem('unavailable', { retryAfter: 30, detail: "The proxy's own certificate is not valid" })
