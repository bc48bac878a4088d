import type { OperationResult } from '@wardline/http'
import { Problem, type ProblemCode } from '@wardline/kernel'
import type { SignInPorts } from './context.ts'
import { reasonsOf } from './fault-reasons.ts'

/** Sends a browser to a page of the console. After a failed sign-in, the address has only the code that says why. */
export function toConsole(path: string, problem?: ProblemCode): OperationResult<never> {
  return { status: 303, headers: { Location: problem === undefined ? path : `${path}?sign_in_problem=${problem}` } }
}

/**
 * Ends a failed sign-in: counts it, and logs it for the operator unless the person caused it. @throws anything that is
 * not a Problem
 */
export function turnedBack(
  { metrics, log }: Pick<SignInPorts, 'metrics' | 'log'>,
  path: string,
  error: unknown,
): OperationResult<never> {
  if (!(error instanceof Problem)) throw error
  const { code, cause } = error
  metrics.count('sign_ins_total', { outcome: code })
  if (cause !== undefined) log.warn({ code, reasons: reasonsOf(cause) }, 'a sign-in failed')
  return toConsole(path, code)
}
