// What both simulated providers share: requests and answers as values, tokens, and faults on demand. No I/O: `serve.ts` puts them on a socket.
import { randomBytes } from 'node:crypto'
import { CANARY } from './fleet.ts'

export interface SimulatedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export interface SimulatedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The connection stays silent, or ends in the middle of the body. */
  readonly broken?: 'hangs' | 'cut'
}

/**
 * What goes wrong with one request. `loop`: the page says that it follows itself. `short`: it says that it is the last one. `omit`: it passes
 * over one device in silence, and the totals agree with it.
 */
export type Fault =
  | { readonly status: number; readonly retryAfter?: string }
  | { readonly redirect: string }
  | { readonly nextLink: string }
  | 'html'
  | 'half_json'
  | 'huge'
  | 'hangs'
  | 'cut'
  | { readonly omit: number }
  | 'loop'
  | 'short'
  | 'token_expired'

export interface Simulator {
  answer(request: SimulatedRequest): SimulatedAnswer
  /** Asked before every request but those for tokens, with its number from 0; may also change the fleet. */
  fault: (n: number, request: SimulatedRequest) => Fault | undefined
  /** The same for token requests. */
  tokenFault: (n: number) => Fault | undefined
  secret: string
  /** Requests answered so far, by path. */
  readonly seen: readonly string[]
}

export const CLIENT_ID = 'wardline-client'

export const json = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): SimulatedAnswer => ({
  status,
  headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
  body: JSON.stringify(body),
})

/** An error as providers word them: with a name in it that must not get out. */
export const refusal = (status: number, code: string): SimulatedAnswer =>
  json(status, { error: { code, message: `${CANARY} secret user said: ${code}` } })

export interface SimulatorParts {
  readonly isToken: (request: SimulatedRequest) => boolean
  /** Seconds that a token lives, by the clock of the simulator. */
  readonly tokenSeconds: number
  readonly now: () => number
  readonly devices: (request: SimulatedRequest, fault: Fault | undefined) => SimulatedAnswer
}

export function createSimulator(parts: SimulatorParts): Simulator {
  const tokens = new Map<string, number>()
  const seen: string[] = []
  let requests = 0
  let tokenRequests = 0
  const self: Simulator = {
    fault: () => undefined,
    tokenFault: () => undefined,
    secret: `${CANARY}-client-secret`,
    seen,
    answer(request) {
      seen.push(`${request.method} ${request.url.pathname}${request.url.search}`)
      if (parts.isToken(request)) return tokenAnswer(request)
      const fault = self.fault(requests++, request)
      const spoiled = spoil(fault)
      if (spoiled) return spoiled
      const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (fault === 'token_expired') tokens.clear()
      if ((tokens.get(bearer) ?? 0) <= parts.now()) return refusal(401, 'InvalidAuthenticationToken')
      if (request.method !== 'GET') return refusal(405, 'MethodNotAllowed')
      const answer = parts.devices(request, fault)
      if (fault === 'half_json') return { ...answer, body: answer.body.slice(0, answer.body.length / 2) }
      return fault === 'cut' ? { ...answer, broken: 'cut' } : answer
    },
  }
  const tokenAnswer = (request: SimulatedRequest): SimulatedAnswer => {
    const spoiled = spoil(self.tokenFault(tokenRequests++))
    if (spoiled) return spoiled
    const form = new URLSearchParams(request.body)
    const known = form.get('client_id') === CLIENT_ID && form.get('client_secret') === self.secret
    if (request.method !== 'POST' || form.get('grant_type') !== 'client_credentials')
      return refusal(400, 'invalid_request')
    if (!known) return refusal(401, 'invalid_client')
    const access_token = `${CANARY}-${randomBytes(18).toString('base64url')}`
    tokens.set(access_token, parts.now() + parts.tokenSeconds * 1000)
    return json(200, { token_type: 'Bearer', expires_in: parts.tokenSeconds, access_token })
  }
  return self
}

function spoil(fault: Fault | undefined): SimulatedAnswer | undefined {
  if (fault === 'html') {
    const body = `<html><body>Sign in, ${CANARY}</body></html>`
    return { status: 200, headers: { 'content-type': 'text/html' }, body }
  }
  if (fault === 'huge') return json(200, { value: [], results: [], totalCount: 0, filler: 'x'.repeat(10_000_000) })
  if (fault === 'hangs') return { ...json(200, {}), broken: 'hangs' }
  if (typeof fault !== 'object') return undefined
  if ('redirect' in fault) return { status: 302, headers: { location: fault.redirect }, body: '' }
  if (!('status' in fault)) return undefined
  const answer = refusal(fault.status, 'TooManyRequests')
  return fault.retryAfter === undefined
    ? answer
    : { ...answer, headers: { ...answer.headers, 'retry-after': fault.retryAfter } }
}
