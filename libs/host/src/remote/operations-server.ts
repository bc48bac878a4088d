import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type OperationId, operationIdsOf } from '@wardline/api'
import { type OperationResult, readBytes } from '@wardline/http'
import { Problem, type ServiceName } from '@wardline/kernel'
import {
  type OperatorCertificateOptions,
  type PemPair,
  type WatchedCertificate,
  watchOperatorCertificate,
} from '@wardline/service-kit'
import express from 'express'
import type { Logger } from 'pino'
import { type Receive, TokenRefused } from '../dispatch.ts'
import {
  ANSWER_TYPE,
  maxWireBytes,
  operationPath,
  problemToWire,
  STREAM_TYPE,
  type WireAnswer,
  type WireRequest,
} from './wire.ts'

const BODY_TIMEOUT_MS = 30_000

export interface OperationsServerOptions {
  /** Whose operations are served. */
  readonly service: ServiceName
  readonly host: string
  readonly port: number
  /** Without one the listener is plain HTTP, for a loopback address or a private network of the operator. */
  readonly tls?: OperatorCertificateOptions
  readonly receive: Receive
  readonly log: Logger
}

export interface OperationsServer {
  readonly url: string
  /** Loads the certificate if its files have changed. */
  reload(): Promise<void>
  /** Stops accepting and waits for the requests in flight. */
  close(graceMs: number): Promise<void>
}

/** The routes of a service's own rows of the operation table, and nothing else. */
function internalApp(options: OperationsServerOptions): RequestListener {
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.enable('case sensitive routing').enable('strict routing')
  for (const operationId of operationIdsOf(options.service)) {
    app.post(operationPath(operationId), (req, res) => {
      serve(req, res, operationId, options.receive).catch(error => {
        options.log.error({ err: error }, 'an operation failed')
        if (!res.headersSent) res.writeHead(500)
        res.end()
      })
    })
  }
  app.use((_req, res) => void res.writeHead(404).end())
  return app
}

/** A service's internal listener: nothing but its operations, nothing without an internal token. */
export async function startOperationsServer(options: OperationsServerOptions): Promise<OperationsServer> {
  const answer = internalApp(options)
  const limits = {
    requestTimeout: BODY_TIMEOUT_MS,
    headersTimeout: 10_000,
    keepAliveTimeout: 75_000,
    maxHeaderSize: 16_384,
  }
  const { server, certificate }: Listener = options.tls
    ? await tlsServer(options.tls, limits, answer)
    : { server: createHttpServer(limits, answer) }
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => {
      certificate?.close()
      reject(error)
    })
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `${options.tls ? 'https' : 'http'}://${options.host}:${port}`,
    reload: async () => certificate?.reload(),
    close: graceMs =>
      new Promise(resolve => {
        certificate?.close()
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), graceMs).unref()
      }),
  }
}

interface Listener {
  readonly server: Server
  readonly certificate?: WatchedCertificate
}

/** A listener whose certificate changes with its files. */
async function tlsServer(
  tls: OperatorCertificateOptions,
  limits: ServerOptions,
  answer: RequestListener,
): Promise<Listener> {
  const shown = ({ cert, key }: PemPair) => ({ cert, key, minVersion: 'TLSv1.2' }) as const
  const certificate = await watchOperatorCertificate(tls, next => server.setSecureContext(shown(next)))
  const server = createHttpsServer({ ...limits, ...shown(certificate.current) }, answer)
  return { server, certificate }
}

async function serve(
  req: IncomingMessage,
  res: ServerResponse,
  operationId: OperationId,
  receive: Receive,
): Promise<void> {
  const token = /^Bearer ([A-Za-z0-9._-]{1,8192})$/.exec(req.headers.authorization ?? '')?.[1]
  if (token === undefined) {
    res.writeHead(404).end()
    return
  }
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  try {
    const bytes = await readBytes(req, { maxBytes: maxWireBytes(operationId), timeoutMs: BODY_TIMEOUT_MS })
    const wire = JSON.parse(bytes.toString()) as WireRequest
    const { traceparent } = req.headers
    const from = typeof traceparent === 'string' ? traceparent : undefined
    const result = await receive(token, { ...wire, operationId, signal: gone.signal }, from)
    if (result.stream) await sendStream(res, result, result.stream, gone.signal)
    else sendAnswer(res, { result })
  } catch (error) {
    if (error instanceof TokenRefused) {
      res.writeHead(403).end()
      return
    }
    if (!(error instanceof Problem)) throw error
    sendAnswer(res, { problem: problemToWire(error) })
  }
}

function sendAnswer(res: ServerResponse, answer: WireAnswer): void {
  res.writeHead(200, { 'Content-Type': ANSWER_TYPE }).end(JSON.stringify(answer))
}

/** The reader sets the pace of the stream: a slow gateway makes the handler wait. */
async function sendStream(
  res: ServerResponse,
  result: OperationResult,
  stream: NonNullable<OperationResult['stream']>,
  signal: AbortSignal,
): Promise<void> {
  res.writeHead(200, { 'Content-Type': STREAM_TYPE, 'X-Wardline-Status': String(result.status) })
  res.flushHeaders()
  for await (const event of stream) {
    if (signal.aborted) return
    if (!res.write(`${JSON.stringify(event)}\n`)) await drained(res)
  }
  res.end()
}

const drained = (res: ServerResponse): Promise<void> =>
  new Promise(resolve => {
    const done = (): void => {
      res.off('drain', done).off('close', done)
      resolve()
    }
    res.once('drain', done).once('close', done)
  })
