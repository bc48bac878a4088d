import type { RequestListener, Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { listen, plainListener, requireLoopback, tlsListener, tlsOptions } from './listeners.ts'
import type { ServerCertificate, ServerCertificates } from './server-certificate.ts'

const CLOSE_POLL_MS = 50

export interface ListenerConfig {
  /** Loopback addresses only. */
  readonly apiHost: string
  /** 0 for any free port, here and below. */
  readonly apiPort: number
  readonly agentHost: string
  readonly agentPort: number
  /** The host name in `agentUrl` and in the certificate. */
  readonly agentHostname: string
  /** Further host names that the plain listener serves, for a proxy on this machine. */
  readonly plainNames: readonly string[]
}

export interface Listening {
  readonly apiUrl: string
  readonly agentUrl: string
  readonly certificate: ServerCertificate
  /** Looks for a new certificate now. Never throws. */
  reload(): Promise<void>
  /** Stops accepting connections, lets requests in flight finish for at most `graceMs`, then closes the rest. */
  close(graceMs: number): Promise<void>
}

/**
 * Opens both listeners, with every path on both, and renews the certificate. @throws Error if one cannot be opened;
 * then neither is.
 */
export async function openListeners(
  config: ListenerConfig,
  certificates: ServerCertificates,
  onRequest: RequestListener,
  on: { readonly renewed: (certificate: ServerCertificate) => void; readonly failed: (error: unknown) => void },
): Promise<Listening> {
  requireLoopback(config.apiHost)
  let shown = await certificates.current()
  const plain = plainListener(onRequest, config.plainNames)
  const tls = tlsListener(shown, onRequest)
  const urls = await openBoth(plain, tls, config)
  const renew = async (atOnce: boolean): Promise<void> => {
    try {
      const next = await certificates.current(atOnce)
      if (next.certificatePem === shown.certificatePem && next.privateKeyPem === shown.privateKeyPem) return
      tls.setSecureContext(tlsOptions(next))
      shown = next
      on.renewed(next)
    } catch (error) {
      on.failed(error)
    }
  }
  const renewal = setInterval(() => void renew(false), certificates.everyMs).unref()
  return {
    ...urls,
    certificate: shown,
    reload: () => renew(true),
    async close(graceMs) {
      clearInterval(renewal)
      await Promise.all([plain, tls].map(server => closeGently(server, graceMs)))
    },
  }
}

async function openBoth(plain: Server, tls: TlsServer, config: ListenerConfig) {
  try {
    const apiUrl = await listen(plain, config.apiHost, config.apiPort)
    return { apiUrl, agentUrl: await listen(tls, config.agentHost, config.agentPort, config.agentHostname) }
  } catch (error) {
    plain.close()
    tls.close()
    throw error
  }
}

/** Closes each connection as soon as it is idle, and the busy ones when the grace period is over. */
function closeGently(server: Server | TlsServer, graceMs: number): Promise<void> {
  return new Promise(resolve => {
    const idle = setInterval(() => server.closeIdleConnections(), CLOSE_POLL_MS)
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(cut)
      resolve()
    })
  })
}
