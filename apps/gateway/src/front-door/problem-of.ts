import { Problem } from '@wardline/kernel'

/**
 * The problem to return for a thrown value. A Problem is returned as it is. Anything else is a fault of ours: 503 while the
 * store does not respond, so that callers try again, otherwise 500.
 */
export async function problemOf(thrown: unknown, storeAnswers: () => Promise<unknown>): Promise<Problem> {
  if (thrown instanceof Problem) return thrown
  const healthy = await storeAnswers().then(
    () => true,
    () => false,
  )
  return new Problem(healthy ? 'internal_error' : 'unavailable', { cause: thrown })
}
