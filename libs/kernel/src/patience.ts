import { setTimeout as sleep } from 'node:timers/promises'

/** How long to go on trying what may work a moment later. */
export interface PatienceOptions {
  /** The first wait in milliseconds; each one after it is twice as long, up to `lastMs`. */
  readonly firstMs: number
  readonly lastMs: number
  /**
   * Milliseconds that the whole chain of calls may take, counted from when it was made; without end where none is given. It is time and not a
   * number of tries, so what a layer below waits is spent of the same budget, and tries of nested layers do not multiply.
   */
  readonly budgetMs?: number
  /** Ends the patience. */
  readonly signal?: AbortSignal
}

export interface Patience {
  /** How long the next pause is, in milliseconds. Up to a quarter is added to it, so that many who wait for the same do not come back together. */
  readonly nextMs: number
  /** Waits for the next try. False, at once, when that would be over the budget or the signal has come: give up. */
  pause(): Promise<boolean>
  /** It worked for a while: the next pause is a first one again. The budget stays as it is. */
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
