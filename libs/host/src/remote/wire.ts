import { OPERATION_TABLE, type OperationId } from '@wardline/api'
import type { OperationRequest, OperationResult } from '@wardline/http'
import { type FieldFault, Problem, type ProblemCode } from '@wardline/kernel'

/** Path of an operation on a service's internal listener. */
export const operationPath = (operationId: string): string => `/internal/v1/operations/${operationId}`

/**
 * The parts of a request that go over the wire: never a caller's own headers, never its credentials. The principal
 * travels only in the token.
 */
export type WireRequest = Omit<OperationRequest, 'principal' | 'signal' | 'operationId'>

export interface WireProblem {
  readonly code: ProblemCode
  readonly detail: string | null
  readonly errors: readonly FieldFault[] | null
  readonly retryAfter: number | null
  readonly headers: Readonly<Record<string, string>>
}

export type WireAnswer = { readonly problem: WireProblem } | { readonly result: Omit<OperationResult, 'stream'> }

/** A stream comes as lines of JSON, one server-sent event each. */
export const STREAM_TYPE = 'application/x-ndjson'
export const ANSWER_TYPE = 'application/json'

/** Largest answer of a service. */
export const MAX_WIRE_BYTES = 32 * 1_024 * 1_024

/** Largest request to a service: parameters and headers, and a body that has grown by being parsed and written again (`1e20` by five times). */
export const maxWireBytes = (operationId: OperationId): number =>
  64 * 1_024 + Math.min(6 * OPERATION_TABLE[operationId].body.maxBytes, MAX_WIRE_BYTES)

export const problemToWire = (p: Problem): WireProblem => ({
  code: p.code,
  detail: p.detail ?? null,
  errors: p.errors ?? null,
  retryAfter: p.retryAfter ?? null,
  headers: p.headers,
})

export const problemFromWire = (w: WireProblem): Problem =>
  new Problem(w.code, {
    headers: w.headers,
    ...(w.detail === null ? {} : { detail: w.detail }),
    ...(w.errors === null ? {} : { errors: w.errors }),
    ...(w.retryAfter === null ? {} : { retryAfter: w.retryAfter }),
  })
