import type { Dispatch, OperationRequest, OperationResult, ServerSentEvent } from '@wardline/http'
import { Problem, type ServiceName } from '@wardline/kernel'
import { noTracing, type Tracing } from '@wardline/service-kit'
import { Agent, type Dispatcher } from 'undici'
import type { InternalSigner } from '../internal-token.ts'
import {
  MAX_WIRE_BYTES,
  operationPath,
  problemFromWire,
  STREAM_TYPE,
  type WireAnswer,
  type WireRequest,
} from './wire.ts'

export interface RemoteDispatchOptions {
  readonly ownerOf: (operationId: string) => ServiceName | undefined
  /** Base URL of each service's internal listener. */
  readonly urlOf: (service: ServiceName) => string | undefined
  readonly signer: InternalSigner
  /** PEM of the CA that signed the internal listeners' certificates. */
  readonly ca?: string
  /** For the head of an answer and between its pieces; streams are kept alive by their comments. */
  readonly timeoutMs?: number
  readonly tracing?: Tracing
}

export interface RemoteDispatch {
  readonly dispatch: Dispatch
  /** Trusts another authority from now on. Requests in flight are answered over the old connections. */
  trust(ca: string): void
  close(): Promise<void>
}

/**
 * Carries requests to services of other processes over kept-alive connections. A service that cannot be reached is 503
 * `unavailable`: the same answer for everybody, and never one that stops an agent.
 */
export function createRemoteDispatch(options: RemoteDispatchOptions): RemoteDispatch {
  const timeout = options.timeoutMs ?? 60_000
  const connections = (ca: string | undefined): Agent =>
    new Agent({
      connections: 128,
      pipelining: 1,
      connectTimeout: 5_000,
      headersTimeout: timeout,
      bodyTimeout: timeout,
      keepAliveTimeout: 60_000,
      maxResponseSize: -1,
      connect: ca === undefined ? {} : { ca },
    })
  let agent = connections(options.ca)
  return {
    async dispatch(request) {
      const owner = options.ownerOf(request.operationId)
      const url = owner && options.urlOf(owner)
      if (!owner || !url) throw new Problem('not_found')
      const { principal, operationId, signal, ...rest } = request
      const token = await options.signer.sign({ principal, operationId }, owner)
      const { tracing = noTracing } = options
      const facts = { 'wardline.service': owner, 'wardline.operation': operationId }
      return tracing.step({ name: `ask ${owner}`, kind: 'client', facts }, async () => {
        const answer = await send({ agent, url, operationId, token, traceparent: tracing.current() }, rest, signal)
        return read(answer, signal)
      })
    },
    trust(ca) {
      const before = agent
      agent = connections(ca)
      before.close().catch(() => undefined)
    },
    close: () => agent.close(),
  }
}

interface Sending {
  readonly agent: Agent
  readonly url: string
  readonly operationId: string
  readonly token: string
  readonly traceparent: string | undefined
}

async function send(
  { agent, url, operationId, token, traceparent }: Sending,
  request: WireRequest,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  try {
    return await agent.request({
      origin: url,
      path: operationPath(operationId),
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(traceparent === undefined ? {} : { traceparent }),
      },
      body: JSON.stringify(request satisfies Omit<OperationRequest, 'principal' | 'signal' | 'operationId'>),
      signal,
    })
  } catch (error) {
    throw new Problem('unavailable', { retryAfter: 2, cause: error })
  }
}

async function read(answer: Dispatcher.ResponseData, signal: AbortSignal): Promise<OperationResult> {
  if (answer.statusCode !== 200) {
    await answer.body.dump()
    throw new Error(`a service answered ${answer.statusCode}`)
  }
  if (answer.headers['content-type'] === STREAM_TYPE) {
    return { status: Number(answer.headers['x-wardline-status'] ?? 200), stream: eventsOf(answer, signal) }
  }
  let parsed: WireAnswer
  try {
    parsed = JSON.parse(await bounded(answer)) as WireAnswer
  } catch (error) {
    throw new Problem('unavailable', { retryAfter: 2, cause: error })
  }
  if ('problem' in parsed) throw problemFromWire(parsed.problem)
  return parsed.result
}

async function bounded(answer: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer.body) {
    size += (chunk as Buffer).length
    if (size > MAX_WIRE_BYTES) throw new Error('the answer of a service is too large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString()
}

/** Ends quietly when the service goes away: the client reconnects with its Last-Event-ID. */
async function* eventsOf({ body }: Dispatcher.ResponseData, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
  body.on('error', () => undefined)
  signal.addEventListener('abort', () => body.destroy(), { once: true })
  body.setEncoding('utf8')
  let rest = ''
  try {
    for await (const text of body) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as ServerSentEvent
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw error
  } finally {
    body.destroy()
  }
}
