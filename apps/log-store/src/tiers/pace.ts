import { setTimeout as sleep } from 'node:timers/promises'

/** Waits so that no more than `perSecond` pass per second, with bursts of up to one second's worth. */
export function createPace(perSecond: number): (count: number, signal: AbortSignal) => Promise<void> {
  let free = perSecond
  let at = performance.now()
  return async (count, signal) => {
    const now = performance.now()
    free = Math.min(perSecond, free + ((now - at) / 1000) * perSecond) - count
    at = now
    if (free < 0) await sleep((-free / perSecond) * 1000, undefined, { signal })
  }
}
