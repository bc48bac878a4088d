import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { isPrivateName, requestedHost } from '@wardline/http'
import type { BuildInfo } from './build-info.ts'
import { METRICS_TYPES, type MetricsForm } from './telemetry/metrics-form.ts'

export interface AdminState {
  /** Whether the process should keep running. */
  live(): Promise<boolean>
  /** Undefined when requests may come, else the reason why not (a few words for an operator, no values). */
  notReady(): Promise<string | undefined>
  /** What an operator must know though requests may come. */
  readonly remark?: () => string | undefined
  metricsText(form?: MetricsForm): Promise<string>
}

export interface AdminServer {
  readonly url: string
  close(): Promise<void>
}

/**
 * A stranger's page may point its own host name at this machine and make a visitor's browser send requests here (DNS
 * rebinding). Addresses, and names that no public resolver knows, cannot be rebound. No browser needs this listener.
 */
function comesFromAPage(request: IncomingMessage): boolean {
  if (request.headers.origin !== undefined) return true
  const host = requestedHost(request.headers.host)
  return host === undefined || !(isIP(host.replace(/^\[|\]$/g, '')) !== 0 || isPrivateName(host))
}

/**
 * `/healthz`, `/readyz` and `/metrics`, for the machine's own network only. Every answer names our release in the header
 * `Wardline-Version`: by it, gateways know when the services have been replaced.
 */
export async function startAdminServer(options: {
  readonly host: string
  readonly port: number
  readonly build: BuildInfo
  /** Whether there are exemplars, which only the form of OpenMetrics has. */
  readonly exemplars?: boolean
  readonly state: AdminState
}): Promise<AdminServer> {
  const { state, build } = options
  const what = `wardline ${build.version} ${build.commit}\n`
  const formFor = (accept: string): MetricsForm =>
    options.exemplars && /\bapplication\/openmetrics-text\b/.test(accept) ? 'openmetrics' : 'prometheus'
  const answer = async (path: string, accept: string): Promise<{ status: number; text: string; type?: string }> => {
    if (path === '/healthz')
      return (await state.live()) ? { status: 200, text: `live\n${what}` } : { status: 503, text: `stuck\n${what}` }
    if (path === '/readyz') {
      const why = await state.notReady()
      const remark = state.remark?.()
      if (why) return { status: 503, text: `${why}\n` }
      return { status: 200, text: ['ready', ...(remark === undefined ? [] : [remark]), ''].join('\n') }
    }
    if (path === '/metrics') {
      const form = formFor(accept)
      return { status: 200, text: await state.metricsText(form), type: METRICS_TYPES[form] }
    }
    return { status: 404, text: 'not found\n' }
  }
  const server: Server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (req, res) => {
    res.setHeader('Wardline-Version', build.version)
    if (comesFromAPage(req)) {
      res.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' }).end('this host is not served here\n')
      return
    }
    answer((req.url ?? '').split('?')[0] ?? '', req.headers.accept ?? '').then(
      a => {
        res.writeHead(a.status, { 'Content-Type': a.type ?? 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
        res.end(req.method === 'HEAD' ? undefined : a.text)
      },
      () => {
        res.writeHead(503)
        res.end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { address, port, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
