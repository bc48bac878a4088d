import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import {
  type Dispatch,
  type OperationRequest,
  type OperationResult,
  type RequestValidator,
  readBytes,
} from '@wardline/http'
import { newId, Problem } from '@wardline/kernel'
import type { TenantTurns } from '../admission/tenant-turns.ts'
import { throughEntry } from '../auditors/auditor-entry.ts'
import { signInToken } from '../sign-in/sign-in-cookie.ts'
import type { Admitted } from './admit.ts'
import type { IdempotentAnswers } from './idempotent-answers.ts'
import { REST_OF_STRANGER } from './rest-limits.ts'

/** The time for a whole body to arrive. */
const BODY_TIMEOUT_MS = 30_000

export interface Performance {
  readonly dispatch: Dispatch
  readonly validator: RequestValidator
  readonly idempotent: IdempotentAnswers
  readonly inTurn: TenantTurns
}

/** An admitted request with everything else that its handler needs. */
export interface Performable extends Admitted {
  readonly request: IncomingMessage
  readonly search: string
  readonly requestId: string
  readonly clientAddress: string
  readonly signal: AbortSignal
}

/**
 * Validates the request, then calls the operation's owner: only once if there is an `Idempotency-Key`. @throws Problem
 */
export async function perform(ports: Performance, call: Performable): Promise<OperationResult> {
  const { operation, row, request } = call
  const read = ports.validator.of(operation.operationId)
  read.params(call.params)
  const query = throughEntry(operation, call.principal, read.query(call.search))
  ports.inTurn.check(call)
  const takesBody = row.body.maxBytes > 0
  const bytes = takesBody
    ? await readBytes(request, {
        maxBytes: row.body.maxBytes,
        timeoutMs: BODY_TIMEOUT_MS,
        ...(call.principal.type === 'anonymous' ? { maxDiscardedBytes: REST_OF_STRANGER.maxBytes } : {}),
      })
    : Buffer.alloc(0)
  return ports.inTurn.take(call, async () => {
    const parsed = takesBody
      ? read.body(request.headers['content-type'], bytes)
      : { body: undefined, encodingReplaced: false }
    return handOver(ports, call, { query, ...parsed }, bytes)
  })
}

/** @param bytes the body as it was sent */
async function handOver(
  ports: Performance,
  call: Performable,
  parsed: Pick<OperationRequest, 'query' | 'body' | 'encodingReplaced'>,
  bytes: Buffer,
): Promise<OperationResult> {
  const { operation, row, request } = call
  const asked: OperationRequest = {
    operationId: call.operationId,
    principal: call.principal,
    ...(call.sessionId === undefined ? {} : { sessionId: call.sessionId }),
    ...(call.tokenHash === undefined ? {} : { tokenHash: call.tokenHash }),
    browser: { signIn: signInToken(request.headers.cookie), site: headerOf(request, 'sec-fetch-site') },
    overTls: request.socket instanceof TLSSocket,
    params: call.params,
    ...parsed,
    ifMatch: request.headers['if-match'],
    lastEventId: headerOf(request, 'last-event-id'),
    requestId: call.requestId,
    correlationId: newId('cor'),
    clientAddress: call.clientAddress,
    signal: call.signal,
  }
  const work = () => inTime(ports.dispatch(asked), row.deadlineMs)
  const key = headerOf(request, 'idempotency-key')
  const { principal } = call
  if (key === undefined || row.idempotency !== 'by_key' || principal.type === 'anonymous') return work()
  const content = [JSON.stringify(call.params), call.search, bytes]
  return ports.idempotent.once(
    { principal, operationId: operation.operationId, key, content, secrets: row.secrets },
    work,
  )
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

async function inTime<T>(answer: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem('unavailable', { detail: 'No answer in time' })), deadlineMs).unref()
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
