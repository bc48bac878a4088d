import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { rowOf } from '@wardline/api'
import {
  discardRest,
  type HandleMatch,
  type OperationResult,
  operationsRouter,
  queryOf,
  type RequestValidator,
  type RouteMatch,
  requestIdOf,
  sendEvents,
  sendJson,
  sendProblem,
} from '@wardline/http'
import { PROBLEMS, type Problem } from '@wardline/kernel'
import type { RedactorOf } from '@wardline/redaction'
import { type ServicePorts, silentSpan, type TracedSpan } from '@wardline/service-kit'
import type { RequestHandler } from 'express'
import type { RateLimits } from '../admission/rate-limits.ts'
import type { AuditTrail } from '../audit-trail/audit-trail.ts'
import type { ClearReads } from '../audit-trail/clear-reads.ts'
import { throughExit } from '../auditors/auditor-exit.ts'
import type { ReadShownIdentity } from '../authentication/shown-identity.ts'
import type { Admission, Admitted, Arrival } from './admit.ts'
import { type Actor, recordEnding } from './audited.ts'
import { clearReadOf } from './clear-read-of.ts'
import { answerToAgent, isFromAgent } from './fatal-answers.ts'
import { type Performance, perform } from './perform.ts'
import { problemOf } from './problem-of.ts'
import { REST_OF_KNOWN, REST_OF_STRANGER } from './rest-limits.ts'

/** What most sign-ins are for. It is new, and its id is nobody's business. */
const SESSION = { type: 'session', id: null } as const
/** How often an open stream's caller is authorized again (docs/architecture.md#http). */
const RECHECK_MS = 30_000

export interface FrontDoorPorts extends Performance {
  readonly validator: RequestValidator
  readonly admission: Admission
  readonly limits: Pick<RateLimits, 'noteBytes'>
  readonly shownIn: ReadShownIdentity
  readonly redactorFor: RedactorOf
  readonly trail: AuditTrail
  readonly clearReads: ClearReads
  readonly log: ServicePorts['log']
  readonly metrics: ServicePorts['metrics']
  readonly tracing: ServicePorts['tracing']
  readonly storeAnswers: () => Promise<unknown>
  readonly clockHasLeapt: () => boolean
  /** Clears the cached facts that a change has made outdated. */
  readonly forgetStanding: () => void
}

export interface FrontDoor {
  readonly router: RequestHandler
  /** Ends the streams, and every connection after its current response. */
  drain(): void
}

/**
 * Handles every request to the API, from its arrival to its only response. Everything that is thrown is caught here.
 */
export function createFrontDoor(ports: FrontDoorPorts): FrontDoor {
  const streams = new Set<AbortController>()
  /** Bytes of each connection whose requests have been answered. */
  const answered = new WeakMap<Socket, number>()
  let draining = false

  /** The caller's own `traceparent` is continued: see docs/adr/0024-traces-begin-at-the-gateway.md. */
  function traced(request: IncomingMessage, response: ServerResponse, match: RouteMatch): Promise<void> {
    if (!ports.tracing.on) return serve(request, response, match, silentSpan)
    const { method = '' } = request
    const { traceparent } = request.headers
    const route = match.kind === 'operation' ? match.operation.path : undefined
    const facts = { 'http.request.method': method, ...(route === undefined ? {} : { 'http.route': route }) }
    return ports.tracing.request(
      { name: route === undefined ? method : `${method} ${route}`, facts },
      typeof traceparent === 'string' ? traceparent : undefined,
      span => serve(request, response, match, span),
    )
  }

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    match: RouteMatch,
    span: TracedSpan,
  ): Promise<void> {
    const started = performance.now()
    const requestId = requestIdOf(request)
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    response.setHeader('X-Request-Id', requestId)
    if (draining) response.setHeader('Connection', 'close')
    const search = queryOf(request.url ?? '')
    let known: Actor | undefined
    let clientAddress = ''
    let fromAgent = false
    try {
      const arrival: Arrival = { request, response, match, ...(await ports.shownIn(request)) }
      clientAddress = arrival.clientAddress
      fromAgent = isFromAgent(match, arrival.certificate)
      const admitted = await ports.admission.admit(arrival, actor => {
        known = actor
      })
      const { signal } = gone
      const result = await perform(ports, { ...admitted, request, search, requestId, clientAddress, signal })
      if (admitted.row.changesStanding) ports.forgetStanding()
      await answer(arrival, admitted, result, { requestId, search, gone, span })
    } catch (thrown) {
      const problem = await problemOf(thrown, ports.storeAnswers)
      if (problem !== thrown) ports.log.error({ err: thrown, request_id: requestId }, 'a request failed')
      const told = fromAgent ? answerToAgent(problem, ports.clockHasLeapt()) : problem
      await refuse({ request, match, response, clientAddress }, known, told, requestId)
    }
    await noteBytes(request.socket, known ? undefined : clientAddress)
    span.note({ 'http.response.status_code': response.statusCode })
    if (response.statusCode >= 500) span.fail(String(response.statusCode))
    report(match, response, performance.now() - started, requestId)
  }

  /** Charges what has arrived since the last answer to an address, or to nobody. */
  async function noteBytes(socket: Socket, address: string | undefined): Promise<void> {
    const bytes = socket.bytesRead
    const before = answered.get(socket) ?? 0
    answered.set(socket, bytes)
    if (address !== undefined) await ports.limits.noteBytes(address, bytes - before)
  }

  async function answer(
    arrival: Arrival,
    admitted: Admitted,
    result: OperationResult,
    { requestId, search, gone, span }: { requestId: string; search: string; gone: AbortController; span: TracedSpan },
  ): Promise<void> {
    const { response, request } = arrival
    const { operation, row, principal, params } = admitted
    const exit = throughExit(operation, principal, result, ports.redactorFor)
    const { status, body, signedIn, concerns } = result
    const actor = signedIn?.user ?? (principal.type === 'anonymous' ? undefined : principal)
    if (actor) {
      const code = signedIn?.refusedAs ?? null
      const ending = {
        ...{
          operation,
          audit: row.audit,
          actor,
          params,
          requestId,
          clientAddress: arrival.clientAddress,
          policyId: exit.policyId,
          body,
        },
        code,
        status: code === null ? status : PROBLEMS[code][0],
        ...(signedIn ? { signedInFor: signedIn.proves ? { type: 'issuer', id: signedIn.proves } : SESSION } : {}),
      }
      await recordEnding(ports.trail, ending)
      if (concerns !== undefined) await recordEnding(ports.trail, { ...ending, recordedWith: concerns })
    }
    const read = clearReadOf({ ...admitted, search, requestId, clientAddress: arrival.clientAddress, status })
    if (read) ports.clearReads.note(read)
    const headers = { ...result.headers, ...(exit.etag === undefined ? {} : { ETag: exit.etag }) }
    if (!exit.stream || request.method === 'HEAD') return sendJson(response, { status, body: exit.body, headers })
    const recheck = setInterval(() => {
      if (read) ports.clearReads.note(read)
      ports.admission.recheck(arrival, operation).catch(problem => {
        if (problem.status < 500) gone.abort()
      })
    }, RECHECK_MS)
    // A stream may go on for days; its span is about how it began.
    span.note({ 'http.response.status_code': status })
    span.end()
    streams.add(gone)
    if (draining) gone.abort()
    try {
      await sendEvents(response, exit.stream, { signal: gone.signal })
    } finally {
      clearInterval(recheck)
      streams.delete(gone)
    }
  }

  async function refuse(
    { request, match, response, clientAddress }: Pick<Arrival, 'request' | 'match' | 'response' | 'clientAddress'>,
    known: Actor | undefined,
    problem: Problem,
    requestId: string,
  ) {
    if (match.kind === 'operation' && known) {
      const { operation, params } = match
      const audit = rowOf(operation.operationId)?.audit ?? 'change'
      const { status, code } = problem
      const what = { operation, audit, actor: known, params, status, code, policyId: undefined, body: undefined }
      const ending = { ...what, requestId, clientAddress }
      await recordEnding(ports.trail, ending)
    }
    // Who has sent too much is not read any further.
    const enough = problem.headers.Connection === 'close' || (!known && problem.code === 'rate_limited')
    if (!enough) await discardRest(request, known ? REST_OF_KNOWN : REST_OF_STRANGER)
    sendProblem(response, problem, requestId)
  }

  /** No path, query, address or credential: they may contain what must not be logged. */
  function report(match: Arrival['match'], response: ServerResponse, ms: number, requestId: string): void {
    const operation = match.kind === 'operation' ? match.operation.operationId : match.kind
    const status = response.statusCode
    const group = `${Math.floor(status / 100)}xx`
    ports.metrics.count('gateway_requests_total', { status: group })
    ports.metrics.observe('gateway_request_seconds', ms / 1_000, { operation, status: group })
    const trace = ports.tracing.ids()
    const facts = { operation, status, ms: Math.round(ms), request_id: requestId }
    ports.log.info(trace ? { ...facts, trace_id: trace.trace_id } : facts, 'request')
  }

  const handle: HandleMatch = (request, response, match) => {
    traced(request, response, match).catch(error => {
      ports.log.error({ err: error }, 'a response could not be sent')
      response.destroy()
    })
  }

  const operation = ports.validator.operations.map(o => o.operationId)
  ports.metrics.declare('gateway_request_seconds', { operation })

  return {
    router: operationsRouter(ports.validator.operations, handle),
    drain() {
      draining = true
      for (const stream of streams) stream.abort()
    },
  }
}
