import type { components, paths } from '@wardline/api/types'
import createClient, { type Client, type Middleware } from 'openapi-fetch'
import { ApiProblem } from './problem.ts'
import { createServerClock } from './server-clock.ts'

export type Api = Client<paths> & {
  /** The service's clock, in milliseconds since the epoch. Compare the service's times with this one only. */
  readonly serverNow: () => number
}
export type Schemas = components['schemas']

/** A request without a response within this time is given up. Streams are exempt. */
const TIMEOUT_MS = 30_000
const SAFE = ['GET', 'HEAD']

/** What the client needs from the session, and what it reports to it. */
export interface SessionHooks {
  readonly csrfToken: () => string | null
  /** The session is over, or this tab's CSRF token is no longer valid. */
  readonly onRefused: (code: string) => void
}

/** The only client of the REST API, typed by its OpenAPI document. The browser adds the session cookie. */
export function createApi({ csrfToken, onRefused }: SessionHooks): Api {
  const clock = createServerClock()
  const middleware: Middleware = {
    onRequest({ request }) {
      const token = csrfToken()
      if (token !== null && !SAFE.includes(request.method)) request.headers.set('X-Wardline-CSRF', token)
      if (request.headers.get('Accept') === 'text/event-stream') return request
      return new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) })
    },
    async onResponse({ response, request }) {
      clock.heard(response.headers.get('Date'))
      if (response.ok) return
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined)
      const problem = new ApiProblem(response.status, body, response.headers.get('Retry-After'))
      if (!request.headers.has('Authorization') && ['unauthenticated', 'csrf_token_invalid'].includes(problem.code)) {
        onRefused(problem.code)
      }
      throw problem
    },
    onError({ error }) {
      if (error instanceof ApiProblem || (error as Error).name === 'AbortError') return error as Error
      return new ApiProblem(0, { detail: 'The service did not respond. Is it running, and is the network up?' })
    },
  }
  const client = createClient<paths>({
    baseUrl: window.location.origin,
    querySerializer: { array: { style: 'form', explode: true } },
  })
  client.use(middleware)
  return { ...client, serverNow: clock.now }
}

interface Answered<T> {
  readonly data?: T | undefined
  readonly response: Response
}

/** A response that breaks off, or does not end in time, counts as none. */
async function whole<T>(call: Promise<Answered<T>>): Promise<Answered<T>> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiProblem || (error as Error).name === 'AbortError') throw error
    throw new ApiProblem(0, { detail: 'The response was cut short. Is the network up?' })
  }
}

/** The body of a response. @throws ApiProblem unless the request succeeded. */
export async function bodyOf<T>(call: Promise<Answered<T>>): Promise<T> {
  return (await whole(call)).data as T
}

/** A record, and the ETag to send when changing it. */
export interface Versioned<T> {
  readonly record: T
  readonly etag: string
}

/** @throws ApiProblem unless the request succeeded. */
export async function recordOf<T>(call: Promise<Answered<T>>): Promise<Versioned<T>> {
  const { data, response } = await whole(call)
  return { record: data as T, etag: response.headers.get('ETag') ?? '' }
}

/** The header that makes a change apply only to the version that was read. */
export const ifMatch = (etag: string): { readonly headers: { readonly 'If-Match': string } } => ({
  headers: { 'If-Match': etag },
})
