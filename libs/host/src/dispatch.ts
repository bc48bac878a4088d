import { type Dispatch, handlerOf, type OperationRequest, type OperationResult } from '@wardline/http'
import { Problem, type ServiceName } from '@wardline/kernel'
import { noTracing, type Service, type Tracing } from '@wardline/service-kit'
import type { InternalSigner, InternalVerifier } from './internal-token.ts'

/**
 * The only entrance of a service for requests, the same in process and behind a socket: only a valid internal token
 * opens it.
 */
export type Receive = (
  token: string,
  request: Omit<OperationRequest, 'principal'>,
  /** Of the gateway's span, when the request comes from another process. */
  traceparent?: string,
) => Promise<OperationResult>

/** A request without a valid internal token for this service and operation. */
export class TokenRefused extends Error {}

/** Checks the token, takes the principal from it and from nothing else, and runs the operation's handler. */
export function createReceiver(
  service: Pick<Service, 'name' | 'operations'>,
  verifier: InternalVerifier,
  tracing: Tracing = noTracing,
): Receive {
  return async (token, request, traceparent) => {
    const claims = await verifier.verify(token, service.name).catch(() => undefined)
    if (claims?.operationId !== request.operationId) throw new TokenRefused('the internal token is for something else')
    const handler = handlerOf(service.operations, request.operationId)
    if (!handler) throw new Problem('not_found')
    const { operationId } = request
    const facts = { 'wardline.service': service.name, 'wardline.operation': operationId }
    const work = () => handler({ ...request, principal: claims.principal })
    return traceparent === undefined
      ? tracing.step({ name: operationId, facts }, work)
      : tracing.received({ name: operationId, facts }, traceparent, work)
  }
}

/** Carries requests to services of this process, through the same tokens as across processes (docs/architecture.md#http). */
export function createLocalDispatch(options: {
  readonly services: readonly Pick<Service, 'name' | 'operations'>[]
  readonly ownerOf: (operationId: string) => ServiceName | undefined
  readonly signer: InternalSigner
  readonly verifier: InternalVerifier
  readonly tracing?: Tracing
}): Dispatch {
  const receivers = new Map(options.services.map(s => [s.name, createReceiver(s, options.verifier, options.tracing)]))
  return async request => {
    const owner = options.ownerOf(request.operationId)
    const receive = owner && receivers.get(owner)
    if (!owner || !receive) throw new Problem('not_found')
    const { principal, ...rest } = request
    const token = await options.signer.sign({ principal, operationId: request.operationId }, owner)
    return receive(token, rest)
  }
}
