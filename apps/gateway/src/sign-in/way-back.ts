import type { OperationResult } from '@wardline/http'
import { Problem, type ProblemCode } from '@wardline/kernel'
import type { SignInPorts } from './context.ts'
import { reasonsOf } from './fault-reasons.ts'

/** Sends a browser to a page of the console; one that could not be signed in with the code of why, and with nothing else. */
export function toConsole(path: string, problem?: ProblemCode): OperationResult {
  return { status: 303, headers: { Location: problem === undefined ? path : `${path}?sign_in_problem=${problem}` } }
}

/** The end of a sign-in that did not go through: counted, and told to the operator as far as it is not the person's doing. @throws what is no Problem */
export function turnedBack(
  { metrics, log }: Pick<SignInPorts, 'metrics' | 'log'>,
  path: string,
  error: unknown,
): OperationResult {
  if (!(error instanceof Problem)) throw error
  const { code, cause } = error
  metrics.count('sign_ins_total', { outcome: code })
  if (cause !== undefined) log.warn({ code, reasons: reasonsOf(cause) }, 'a sign-in did not go through')
  return toConsole(path, code)
}
