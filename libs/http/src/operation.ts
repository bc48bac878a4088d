import type { OperationId, OperationsOfService, OperationTypes } from '@wardline/api'
import type { Principal, ProblemCode, ServiceName, TenantId, TenantPrincipal, UserPrincipal } from '@wardline/kernel'

/**
 * One request to one operation of `openapi/`, after the gateway has authenticated, authorized and validated it. `params`, `query` and
 * `body` match the operation's schemas: query values are coerced (numbers, booleans, arrays), defaults filled in.
 */
export interface OperationRequest {
  readonly operationId: OperationId
  readonly principal: Principal
  /** The browser session of the caller, if there is one. Set only for the gateway's own operations. */
  readonly sessionId?: string
  /**
   * SHA-256 of the service account's token that the caller presented, lower-case hex. Set only for the gateway's own
   * operations.
   */
  readonly tokenHash?: string
  /**
   * What a browser sent about itself and about a sign-in that it has started. Set only for the gateway's own
   * operations.
   */
  readonly browser?: {
    /** The value of its sign-in cookie, if it has the right form. */
    readonly signIn: string | undefined
    /** `Sec-Fetch-Site`: which page the request comes from. */
    readonly site: string | undefined
  }
  /** Whether the request came over TLS. Set only for the gateway's own operations. */
  readonly overTls?: boolean
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly ifMatch: string | undefined
  readonly lastEventId: string | undefined
  readonly requestId: string
  /** Created here, and carried by every event that the request causes. */
  readonly correlationId: string
  /** Invalid UTF-8 in the body was replaced by U+FFFD. */
  readonly encodingReplaced: boolean
  /** The caller's network address, for rate buckets; never an identity. */
  readonly clientAddress: string
  /** Aborted when the client is gone or the request has run out of time. */
  readonly signal: AbortSignal
}

/** One message of an event stream (WHATWG server-sent events). `data` is serialized, and redacted, at the gateway's exit. */
export interface ServerSentEvent {
  readonly event?: string
  readonly id?: string
  readonly data?: unknown
  readonly comment?: string
}

export interface OperationResult<Body = unknown> {
  readonly status: number
  readonly body?: Body
  /** The record's version: sent as its ETag. */
  readonly version?: number
  readonly headers?: Readonly<Record<string, string>>
  /**
   * For the audit trail, when the operation itself finds out who the caller is: a sign-in. `refusedAs`: the reason when
   * the caller was not let in. `proves`: the id of the issuer that the sign-in was to prove, instead of a session.
   */
  readonly signedIn?: { readonly user: UserPrincipal; readonly refusedAs?: ProblemCode; readonly proves?: string }
  /** The tenant that owned the record, if it is not the caller's: the action is in its audit trail as well. */
  readonly concerns?: TenantId
  /** Instead of a body. Ends when the iterable ends or `signal` is aborted. */
  readonly stream?: AsyncIterable<ServerSentEvent>
}

/** A request to one operation, with the types that `openapi/` gives its parts. */
export type RequestOf<Id extends OperationId> = Omit<OperationRequest, 'operationId' | 'params' | 'query' | 'body'> & {
  readonly operationId: Id
} & Pick<OperationTypes[Id], 'params' | 'query' | 'body'>

/** Handles one operation. @throws Problem for every answer that is not a success. */
export type OperationHandler<Id extends OperationId> = (
  request: RequestOf<Id>,
) => Promise<OperationResult<OperationTypes[Id]['answer']>>

/** Handlers of some operations. */
export type Operations = { readonly [Id in OperationId]?: OperationHandler<Id> }

/**
 * The handler of an operation, for callers with requests that are already validated. Only the API document and the
 * types generated from it ensure that the two match.
 */
export const handlerOf = (
  operations: Operations,
  operationId: OperationId,
): ((request: OperationRequest) => Promise<OperationResult>) | undefined =>
  operations[operationId] as ((request: OperationRequest) => Promise<OperationResult>) | undefined

/** Handlers of all operations of a service. A missing handler, or one of another service, does not compile. */
export type OperationsOf<Service extends ServiceName> = {
  readonly [Id in OperationsOfService<Service>]: OperationHandler<Id>
}

/** The principal of an operation that the table of operations does not open to anonymous callers. */
export function tenantPrincipal(request: Pick<OperationRequest, 'operationId' | 'principal'>): TenantPrincipal {
  if (request.principal.type === 'anonymous') throw new Error(`${request.operationId} must not be public`)
  return request.principal
}

/**
 * Carries a request to the service that owns its operation, in this process or over HTTP. Returns what its handler
 * returns, or throws its Problem.
 */
export type Dispatch = (request: OperationRequest) => Promise<OperationResult>
