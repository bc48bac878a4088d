import { Problem } from '@wardline/kernel'

/**
 * What to answer for something that was thrown. A Problem is its own answer. Anything else is a fault of ours: 503 while the store does not
 * answer, so that callers try again, and 500 when it does.
 */
export async function problemOf(thrown: unknown, storeAnswers: () => Promise<unknown>): Promise<Problem> {
  if (thrown instanceof Problem) return thrown
  const healthy = await storeAnswers().then(
    () => true,
    () => false,
  )
  return new Problem(healthy ? 'internal_error' : 'unavailable', { cause: thrown })
}
