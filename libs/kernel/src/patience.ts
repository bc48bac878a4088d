import { setTimeout as sleep } from 'node:timers/promises'

/** How long to retry something that may work a moment later. */
export interface PatienceOptions {
  /** The first wait in milliseconds; each one after it is twice as long, up to `lastMs`. */
  readonly firstMs: number
  readonly lastMs: number
  /**
   * Milliseconds that the whole chain of calls may take, counted from its creation; unlimited if not given. It is a
   * time and not a number of tries, so waits of lower layers count against the same budget, and tries of nested layers
   * do not multiply.
   */
  readonly budgetMs?: number
  /** Ends the patience. */
  readonly signal?: AbortSignal
}

export interface Patience {
  /**
   * How long the next pause is, in milliseconds. Up to a quarter is added, so that callers that wait for the same thing
   * do not all come back together.
   */
  readonly nextMs: number
  /**
   * Waits for the next try. Returns false at once if the wait would exceed the budget or the signal was aborted: give
   * up.
   */
  pause(): Promise<boolean>
  /** Call it after some success: the next pause is the first one again. The budget stays as it is. */
  reset(): void
}

export function createPatience({ firstMs, lastMs, budgetMs, signal }: PatienceOptions): Patience {
  const deadline = budgetMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + budgetMs
  let wait = firstMs
  return {
    get nextMs() {
      return wait
    },
    reset() {
      wait = firstMs
    },
    async pause() {
      if (signal?.aborted || performance.now() + wait > deadline) return false
      const ms = Math.round(wait * (1 + Math.random() / 4))
      wait = Math.min(2 * wait, lastMs)
      await sleep(ms, undefined, signal ? { signal } : {}).catch(() => {})
      return !signal?.aborted
    },
  }
}
