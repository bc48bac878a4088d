import { Problem, type ProblemCode } from '@wardline/kernel'

/**
 * Methods of a worker: what each takes and returns. Bodies are structured-cloned, so they contain strings and flat
 * arrays, not graphs.
 */
export type Methods = Record<string, { readonly body: unknown; readonly answer: unknown }>

export interface Request {
  readonly id: number
  readonly method: string
  readonly body: unknown
}

export type Reply = { readonly id: number; readonly answer: unknown } | { readonly id: number; readonly fault: Fault }

/** An error on its way between threads. */
export interface Fault {
  readonly message: string
  readonly code?: ProblemCode
  readonly detail?: string
  /** Seconds. */
  readonly retryAfter?: number
}

export function faultOf(error: unknown): Fault {
  if (error instanceof Problem) {
    const { message, code, detail, retryAfter } = error
    return { message, code, ...(detail ? { detail } : {}), ...(retryAfter === undefined ? {} : { retryAfter }) }
  }
  return { message: error instanceof Error ? error.message : 'unknown fault' }
}

export function errorOf(fault: Fault): Error {
  const { code, message, detail, retryAfter } = fault
  if (code === undefined) return new Error(message)
  return new Problem(code, {
    ...(detail === undefined ? {} : { detail }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}
