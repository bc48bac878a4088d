import type { components, paths } from '@wardline/api/types'
import createClient, { type Client, type Middleware } from 'openapi-fetch'
import { ApiProblem } from './problem.ts'
import { createServerClock } from './server-clock.ts'

export type Api = Client<paths> & {
  /** The time by the service's clock, in milliseconds since the epoch. Whatever is compared with its times is compared by this. */
  readonly serverNow: () => number
}
export type Schemas = components['schemas']

/** A request that is not answered within this is given up; streams are not. */
const TIMEOUT_MS = 30_000
const SAFE = ['GET', 'HEAD']

/** What the client asks of the session, and tells it. */
export interface SessionHooks {
  readonly csrfToken: () => string | null
  /** The session is over, or its CSRF token is not this tab's any more. */
  readonly onRefused: (code: string) => void
}

/** The one client of the REST API, from its OpenAPI document. The session's cookie goes along by itself. */
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
      return new ApiProblem(0, { detail: 'The service does not answer. Is it running, and is the network up?' })
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

/** An answer that breaks off, or does not end in time, is as good as none. */
async function whole<T>(call: Promise<Answered<T>>): Promise<Answered<T>> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiProblem || (error as Error).name === 'AbortError') throw error
    throw new ApiProblem(0, { detail: 'The answer broke off on its way. Is the network up?' })
  }
}

/** The body of an answer. @throws ApiProblem for anything but success. */
export async function bodyOf<T>(call: Promise<Answered<T>>): Promise<T> {
  return (await whole(call)).data as T
}

/** A record with the ETag that a change of it must name. */
export interface Versioned<T> {
  readonly record: T
  readonly etag: string
}

/** @throws ApiProblem for anything but success. */
export async function recordOf<T>(call: Promise<Answered<T>>): Promise<Versioned<T>> {
  const { data, response } = await whole(call)
  return { record: data as T, etag: response.headers.get('ETag') ?? '' }
}

/** The header that a change of a record as it was read must carry. */
export const ifMatch = (etag: string): { readonly headers: { readonly 'If-Match': string } } => ({
  headers: { 'If-Match': etag },
})
