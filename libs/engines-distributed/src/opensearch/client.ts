import { Client, errors } from '@opensearch-project/opensearch'
import { Problem } from '@wardline/kernel'
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import type { OpenSearchSettings } from '../config.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  /** Lines of NDJSON instead of a body. */
  readonly lines?: readonly string[]
  readonly timeoutMs?: number
  readonly retries?: number
  /** Asks even while the circuit is open: to find out whether the cluster answers. */
  readonly probe?: boolean
}

/** So many requests in a row without an answer open the circuit. */
const SILENT_REQUESTS = 3
/** For this long; then one request tries whether there is an answer again. */
const OPEN_MS = 2_000

/** Recently there was no answer, so nothing was asked. */
export class OpenSearchSilent extends Error {
  constructor() {
    super('OpenSearch did not answer, and is asked again in a moment')
    this.name = 'OpenSearchSilent'
  }
}

/**
 * OpenSearch over a bounded pool of connections. When it is frozen or gone, requests are refused at once: none waits for
 * a time-out that others have just waited for.
 */
export interface SearchClient {
  /** @throws the client's errors: see {@link statusOf} and {@link isTimeout}. */
  request<T>(request: HttpRequest): Promise<T>
  close(): Promise<void>
}

export function createSearchClient(s: OpenSearchSettings): SearchClient {
  const client = new Client({
    nodes: [...s.urls],
    name: 'wardline',
    maxRetries: 0,
    requestTimeout: s.requestTimeoutMs,
    agent: { keepAlive: true, maxSockets: s.maxConnections, maxFreeSockets: s.maxConnections },
    ...(s.auth ? { auth: s.auth } : {}),
    ...(s.tls?.ca ? { ssl: { ca: s.tls.ca } } : {}),
  })
  const circuit = circuitBreaker(handleWhen(isNoAnswer), {
    halfOpenAfter: OPEN_MS,
    breaker: new ConsecutiveBreaker(SILENT_REQUESTS),
  })
  return {
    async request<T>({ method, path, query, body, lines, timeoutMs, retries = 0, probe = false }: HttpRequest) {
      const ask = () =>
        client.transport.request(
          {
            method,
            path,
            ...(query ? { querystring: { ...query } } : {}),
            ...(lines ? { bulkBody: [...lines] } : {}),
            ...(body === undefined ? {} : { body: body as Record<string, unknown> }),
          },
          { maxRetries: retries, ...(timeoutMs === undefined ? {} : { requestTimeout: timeoutMs }) },
        )
      try {
        return (await (probe ? ask() : circuit.execute(ask))).body as T
      } catch (error) {
        throw error instanceof BrokenCircuitError ? new OpenSearchSilent() : error
      }
    },
    close: () => client.close(),
  }
}

/** The HTTP status of an error answer, undefined when there was no answer. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof errors.ResponseError ? (error.statusCode ?? undefined) : undefined

const isNoAnswer = (error: unknown): boolean =>
  error instanceof errors.TimeoutError ||
  error instanceof errors.ConnectionError ||
  error instanceof errors.NoLivingConnectionsError

export const isTimeout = (error: unknown): boolean => error instanceof errors.TimeoutError

/**
 * OpenSearch's name for the fault, e.g. `resource_already_exists_exception`. Its message may hold values and is never
 * shown.
 */
export function typeOf(error: unknown): string | undefined {
  if (!(error instanceof errors.ResponseError)) return undefined
  const body = error.body as { error?: { type?: string } } | undefined
  return body?.error?.type
}

export const unavailable = (cause: unknown): Problem =>
  new Problem('unavailable', { detail: 'the log index does not answer', cause })
