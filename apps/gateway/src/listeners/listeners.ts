import { constants } from 'node:crypto'
import { createServer as createPlainServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createServer as createTlsServer, Server as TlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { isLoopback, requestedHost, requestIdOf, sendProblem } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import type { ServerCertificate } from './server-certificate.ts'

/** The most connections; further ones are refused. Enough for 40,000 agents that keep theirs open. */
const MAX_CONNECTIONS = 50_000
/** Connections that wait to be accepted: a fleet that comes back at once, or a flood, leaves room for others. */
const BACKLOG = 4_096
const LIMITS: ServerOptions = {
  maxHeaderSize: 16 * 1_024,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  /** Longer than a heartbeat interval, so that an agent keeps its connection. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
}

/** @throws Error for an address where bearer tokens would be sent unencrypted (docs/architecture.md#http). */
export function requireLoopback(host: string): void {
  if (!isLoopback(host)) {
    throw new Error('the plain HTTP listener may only use a loopback address: use the TLS listener for everything else')
  }
}

/**
 * Plain HTTP. The caller has checked that its address is a loopback one. Only loopback names and `names` are served, so
 * that a foreign page cannot reach it through its own name for this machine (DNS rebinding).
 */
export function plainListener(onRequest: RequestListener, names: readonly string[]): Server {
  const served: RequestListener = (request, response) => {
    const host = requestedHost(request.headers.host)
    if (host !== undefined && (isLoopback(host) || names.includes(host))) return onRequest(request, response)
    sendProblem(response, new Problem('misdirected_request'), requestIdOf(request))
  }
  return hardened(createPlainServer(LIMITS, served))
}

/**
 * HTTPS that requests a client certificate and leaves the verdict to the application: if an expired one failed in the
 * handshake, its agent would retry for ever. There is no resumption and no renegotiation, so each connection has one
 * identity and proves it anew.
 */
export function tlsListener(certificate: ServerCertificate, onRequest: RequestListener): TlsServer {
  const server = createTlsServer(
    { ...LIMITS, ...tlsOptions(certificate), requestCert: true, rejectUnauthorized: false, handshakeTimeout: 10_000 },
    onRequest,
  )
  server.on('tlsClientError', (_error, socket: Socket) => socket.destroy())
  return hardened(server)
}

/** Forward secrecy and authenticated encryption only: RFC 9325 section 4.2, and all of TLS 1.3. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

/** Also used to install a renewed certificate. */
export const tlsOptions = (certificate: ServerCertificate): SecureContextOptions => ({
  cert: certificate.certificatePem,
  key: certificate.privateKeyPem,
  minVersion: 'TLSv1.2',
  ciphers: CIPHERS,
  ca: [],
  secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION,
})

function hardened<S extends Server | TlsServer>(server: S): S {
  server.maxConnections = MAX_CONNECTIONS
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || socket.bytesWritten > 0) socket.destroy()
    else socket.end(`HTTP/1.1 ${statusOf(error.code)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  })
  return server
}

/** A message that cannot be parsed is no request, so the response is only a status. */
function statusOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
}

/** Starts listening. @returns the origin, with `hostname` if given, otherwise with the address */
export async function listen(
  server: Server | TlsServer,
  host: string,
  port: number,
  hostname?: string,
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const bound = server.address() as AddressInfo
  const name = hostname ?? (bound.family === 'IPv6' ? `[${bound.address}]` : bound.address)
  return `${server instanceof TlsServer ? 'https' : 'http'}://${name}:${bound.port}`
}
