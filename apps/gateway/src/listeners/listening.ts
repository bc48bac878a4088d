import type { RequestListener, Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { listen, plainListener, requireLoopback, tlsListener, tlsOptions } from './listeners.ts'
import type { ServerCertificate, ServerCertificates } from './server-certificate.ts'

const RENEW_CHECK_MS = 3_600_000
const CLOSE_POLL_MS = 50

export interface ListenerConfig {
  /** Loopback addresses only. */
  readonly apiHost: string
  /** 0 for any free port, here and below. */
  readonly apiPort: number
  readonly agentHost: string
  readonly agentPort: number
  /** The name in `agentUrl`; it stands in the certificate. */
  readonly agentHostname: string
  /** Names besides loopback ones that the plain listener is asked for, by a proxy on this machine. */
  readonly plainNames: readonly string[]
}

export interface Listening {
  readonly apiUrl: string
  readonly agentUrl: string
  readonly certificate: ServerCertificate
  /** Stops accepting, lets requests in flight finish for at most `graceMs`, then closes what is left. */
  close(graceMs: number): Promise<void>
}

/** Opens both listeners, every path on both, and keeps the certificate fresh. @throws Error when one cannot be opened; then none is. */
export async function openListeners(
  config: ListenerConfig,
  certificates: ServerCertificates,
  onRequest: RequestListener,
  onRenewalFailed: (error: unknown) => void,
): Promise<Listening> {
  requireLoopback(config.apiHost)
  let shown = await certificates.current()
  const plain = plainListener(onRequest, config.plainNames)
  const tls = tlsListener(shown, onRequest)
  const urls = await openBoth(plain, tls, config)
  const renew = async (): Promise<void> => {
    const next = await certificates.current()
    if (next.certificatePem === shown.certificatePem) return
    tls.setSecureContext(tlsOptions(next))
    shown = next
  }
  const renewal = setInterval(() => void renew().catch(onRenewalFailed), RENEW_CHECK_MS).unref()
  return {
    ...urls,
    certificate: shown,
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

/** A connection that is idle now, or becomes idle, is closed at once; one that is busy when the grace is over is cut. */
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
