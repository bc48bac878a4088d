import { rowOf } from '@wardline/api'
import type { RouteMatch } from '@wardline/http'
import { Problem, type ProblemCode } from '@wardline/kernel'

/**
 * The codes that stop an agent for good (docs/architecture.md#answers-that-stop-an-agent). Each is thrown only if a
 * healthy store or the request itself has proven it.
 */
export const FATAL_TO_AGENTS: readonly ProblemCode[] = [
  'certificate_required',
  'identity_unknown',
  'identity_stale',
  'enrollment_token_invalid',
  'identity_revoked',
  'identity_mismatch',
]

/** Those of them that depend on time. */
const TOLD_BY_THE_CLOCK: readonly ProblemCode[] = ['identity_stale', 'enrollment_token_invalid']

/** Whether a request comes from an agent, or from something that claims to be one. */
export const isFromAgent = (match: RouteMatch, certificate: unknown): boolean =>
  certificate !== undefined ||
  (match.kind === 'operation' && rowOf(match.operation.operationId)?.beforeEnrollment === true)

/**
 * The response to an agent. 401 and 403 are only from the closed set, whatever threw them, and those that depend on time
 * are given only if the clock has not just leapt. A fault of ours is a 503 with `Retry-After`.
 */
export function answerToAgent(problem: Problem, clockHasLeapt: boolean): Problem {
  const { code, status } = problem
  const proven = FATAL_TO_AGENTS.includes(code) && !(clockHasLeapt && TOLD_BY_THE_CLOCK.includes(code))
  if (status === 401 || status === 403 ? proven : status !== 500) return problem
  return new Problem('unavailable', { retryAfter: 5, cause: problem })
}
