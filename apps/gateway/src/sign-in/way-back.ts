import type { OperationResult } from '@wardline/http'
import type { ProblemCode } from '@wardline/kernel'

/** Sends a browser to a page of the console; one that could not be signed in with the code of why, and with nothing else. */
export function toConsole(path: string, problem?: ProblemCode): OperationResult {
  return { status: 303, headers: { Location: problem === undefined ? path : `${path}?sign_in_problem=${problem}` } }
}
