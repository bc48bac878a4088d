import { setTimeout as sleep } from 'node:timers/promises'

export interface KeepTrying {
  readonly signal: AbortSignal
  /** First wait in milliseconds, doubled each time up to `maxMs`, each with up to a quarter of jitter. */
  readonly firstMs: number
  readonly maxMs: number
  /** Whether to give up: the error is thrown. */
  readonly fatal: (error: unknown) => boolean
  readonly onFailed: (error: unknown, waitMs: number) => void
}

/** Runs `attempt` until it succeeds. Undefined when the signal came first. */
export async function keepTrying<T>(attempt: () => Promise<T>, o: KeepTrying): Promise<T | undefined> {
  for (let wait = o.firstMs; !o.signal.aborted; wait = Math.min(wait * 2, o.maxMs)) {
    try {
      return await attempt()
    } catch (error) {
      if (o.signal.aborted) return undefined
      if (o.fatal(error)) throw error
      const waitMs = Math.round(wait * (1 + Math.random() / 4))
      o.onFailed(error, waitMs)
      await sleep(waitMs, undefined, { signal: o.signal }).catch(() => undefined)
    }
  }
  return undefined
}
