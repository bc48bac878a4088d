import type { RouteMatch } from '@wardline/http'
import { Problem, type ProblemCode } from '@wardline/kernel'

/** Codes by which an agent stops for good (design section 5). Each is thrown where a healthy store, or the request itself, has proven it. */
export const FATAL_TO_AGENTS: readonly ProblemCode[] = [
  'certificate_required',
  'identity_unknown',
  'identity_stale',
  'enrollment_token_invalid',
  'identity_revoked',
  'identity_mismatch',
]

/** Without a certificate as yet, and an agent's all the same. */
const EXCHANGE = 'exchangeEnrollment'

/** Whether a request comes from an agent, or from what claims to be one. */
export const isFromAgent = (match: RouteMatch, certificate: unknown): boolean =>
  certificate !== undefined || (match.kind === 'operation' && match.operation.operationId === EXCHANGE)

/**
 * What is answered to an agent. 401 and 403 only of the closed set, whoever threw them; a fault of
 * ours is a 503 with `Retry-After`.
 */
export function answerToAgent(problem: Problem): Problem {
  const fatal = problem.status === 401 || problem.status === 403
  if (fatal ? FATAL_TO_AGENTS.includes(problem.code) : problem.status !== 500) return problem
  return new Problem('unavailable', { retryAfter: 5, cause: problem })
}
