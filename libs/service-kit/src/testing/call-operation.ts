import { type OperationId, ownOpenApi } from '@wardline/api'
import { createRequestValidator, handlerOf, type OperationResult, type RequestValidator } from '@wardline/http'
import { type Principal, Problem, type Role, type TenantId, tenantId } from '@wardline/kernel'
import type { Service } from '../service.ts'

export const TENANT = tenantId('ten_a')
export const OTHER_TENANT = tenantId('ten_b')

export const as = (role: Role, tenant: TenantId = TENANT): Principal => ({
  type: 'service_account',
  id: `sva_${role}`,
  tenantId: tenant,
  roles: [role],
})

export interface Call {
  /** An operator of {@link TENANT} by default. */
  readonly principal?: Principal
  readonly params?: Readonly<Record<string, string>>
  /** The text after `?`. */
  readonly search?: string
  /** A value to send as JSON, or the bytes as they are. */
  readonly body?: unknown
  readonly ifMatch?: string
  /** The browser session that the request comes from. */
  readonly sessionId?: string
  /** SHA-256 of the service account's token that the caller presented. */
  readonly tokenHash?: string
  readonly overTls?: boolean
}

type Answer = OperationResult & { readonly body: Record<string, unknown> }
export type CallOperation = (operationId: OperationId, call?: Call) => Promise<Answer>

/** Made once per test file: reading and compiling the whole document takes longer than most tests. It has no state. */
let compiled: RequestValidator | undefined
const validatorOfDocument = (): RequestValidator => {
  compiled ??= createRequestValidator(ownOpenApi())
  return compiled
}

/**
 * Calls a service as the gateway does: every request passes the API document's schemas first. `serviceOf` is called
 * every time.
 */
export function operationCaller(serviceOf: () => Pick<Service, 'operations'>): CallOperation {
  const validator = validatorOfDocument()
  return async (operationId, o = {}) => {
    const { params, query, body } = validator.of(operationId)
    params(o.params ?? {})
    const result = await handlerOf(serviceOf().operations, operationId)!({
      operationId,
      principal: o.principal ?? as('operator'),
      params: o.params ?? {},
      query: query(o.search ?? ''),
      ...body('application/json', bytesOf(o.body)),
      ifMatch: o.ifMatch,
      ...(o.sessionId === undefined ? {} : { sessionId: o.sessionId }),
      ...(o.tokenHash === undefined ? {} : { tokenHash: o.tokenHash }),
      overTls: o.overTls ?? false,
      lastEventId: undefined,
      requestId: 'req_test',
      correlationId: 'cor_test',
      clientAddress: '127.0.0.1',
      signal: new AbortController().signal,
    })
    return result as Answer
  }
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(body === undefined ? '' : JSON.stringify(body))
}

/** The Problem that a call results in. @throws Error when it results in anything else. */
export async function problemOf(call: Promise<unknown>): Promise<Problem> {
  const error = await call.then(
    () => undefined,
    (e: unknown) => e,
  )
  if (error instanceof Problem) return error
  throw new Error('expected a Problem', { cause: error })
}

/** The code of that Problem. */
export const codeOf = async (call: Promise<unknown>): Promise<string> => (await problemOf(call)).code
