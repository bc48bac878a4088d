/**
 * Returns before each request how long to wait, so that there are at most `perSecond` of them: a share of the
 * provider's budget.
 */
export function createPace(perSecond: number, now: () => number): () => number {
  const gap = 1000 / perSecond
  /** One second's worth may be sent at once. */
  let free = now() - 1000
  return () => {
    const at = now()
    free = Math.max(free, at - 1000) + gap
    return Math.max(0, free - at)
  }
}
