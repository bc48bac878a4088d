import { type Clock, Problem } from '@wardline/kernel'
import type { AgentAuthenticator } from './authenticate-agent.ts'
import type { ClientCertificate } from './client-certificate.ts'

/** Proxies that may say what certificate their client has shown. */
export interface TrustedProxySettings {
  /** URIs or DNS names, one of which must stand in the proxy's own certificate. */
  readonly sans: readonly string[]
  /** PEM of what may have issued that, beside the platform's own authorities. */
  readonly authorities: readonly string[]
}

/**
 * Whether the sender of a request is a proxy that is trusted, by the certificate of its connection.
 * @throws Problem 503 for a certificate with a proxy's name that does not prove it: behind it may be agents, and what is wrong with the
 *   proxy must stop none of them.
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
  new Problem('unavailable', { retryAfter: 30, detail: "The proxy's own certificate is not good" })
