import { createPatience } from '@wardline/kernel'

export interface KeepTrying {
  readonly signal: AbortSignal
  /** First wait in milliseconds, doubled each time up to `maxMs`. */
  readonly firstMs: number
  readonly maxMs: number
  /** Whether to give up and throw the error. */
  readonly fatal: (error: unknown) => boolean
  readonly onFailed: (error: unknown, waitMs: number) => void
}

/** Runs `attempt` until it succeeds. Undefined when the signal was aborted first. */
export async function keepTrying<T>(attempt: () => Promise<T>, o: KeepTrying): Promise<T | undefined> {
  const patience = createPatience({ firstMs: o.firstMs, lastMs: o.maxMs, signal: o.signal })
  while (!o.signal.aborted) {
    try {
      return await attempt()
    } catch (error) {
      if (o.signal.aborted) return undefined
      if (o.fatal(error)) throw error
      o.onFailed(error, patience.nextMs)
      await patience.pause()
    }
  }
  return undefined
}
