import { Client, errors } from '@opensearch-project/opensearch'
import { Problem } from '@wardline/kernel'
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
}

/** OpenSearch over a bounded pool of connections. */
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
  return {
    async request<T>({ method, path, query, body, lines, timeoutMs, retries = 0 }: HttpRequest) {
      const answer = await client.transport.request(
        {
          method,
          path,
          ...(query ? { querystring: { ...query } } : {}),
          ...(lines ? { bulkBody: [...lines] } : {}),
          ...(body === undefined ? {} : { body: body as Record<string, unknown> }),
        },
        { maxRetries: retries, ...(timeoutMs === undefined ? {} : { requestTimeout: timeoutMs }) },
      )
      return answer.body as T
    },
    close: () => client.close(),
  }
}

/** The HTTP status of an error answer, undefined when there was no answer. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof errors.ResponseError ? (error.statusCode ?? undefined) : undefined

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
