/** What went wrong with a request: a problem of the API (RFC 9457), or `unreachable` when there was no answer. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined
  readonly faults: readonly { readonly pointer: string; readonly message: string; readonly line?: number }[]

  constructor(status: number, body: unknown, retryAfter?: string | null) {
    const told = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
    super(typeof told.detail === 'string' ? told.detail : 'The service gave no reason.')
    this.status = status
    this.code = typeof told.code === 'string' ? told.code : status === 0 ? 'unreachable' : 'unknown'
    this.requestId = typeof told.request_id === 'string' ? told.request_id : undefined
    const seconds = Number(retryAfter)
    this.retryAfter = retryAfter && Number.isFinite(seconds) ? seconds : undefined
    this.faults = Array.isArray(told.errors) ? (told.errors as ApiProblem['faults']) : []
  }
}

/** The most tries for one read. */
const MAX_TRIES = 4

/** Whether a failed read is worth another try: only if the failure may pass, not after a refusal. */
export const worthRetrying = (failures: number, problem: unknown): boolean =>
  failures < MAX_TRIES &&
  problem instanceof ApiProblem &&
  (problem.status === 0 || problem.status === 429 || problem.status >= 500)

/** Milliseconds between tries after the first ones have failed: an open page recovers when the service does. */
const LATER_MS = 5_000

/** Milliseconds until a failed read is tried again, or `false` if that cannot help. */
export const laterTry = (problem: unknown): number | false =>
  worthRetrying(0, problem) ? Math.max(LATER_MS, retryDelay(0, problem)) : false

/** Milliseconds until the next try: from `Retry-After` if it was sent, otherwise growing with each failure. */
export function retryDelay(failures: number, problem: unknown): number {
  const told = problem instanceof ApiProblem ? problem.retryAfter : undefined
  return told === undefined ? Math.min(500 * 2 ** failures, 8_000) : Math.min(told, 60) * 1_000
}
