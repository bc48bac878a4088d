import { type Clock, systemClock } from '@wardline/kernel'

/**
 * One clock for all threads. The system's is read by each thread itself; any other (a test's) is copied into shared memory by the
 * thread that has it, whenever that calls a worker.
 */
export function shareClock(clock: Clock): { readonly cell: SharedArrayBuffer; readonly refresh: () => void } {
  const cell = new SharedArrayBuffer(8)
  const view = new Float64Array(cell)
  const refresh = (): void => {
    view[0] = clock === systemClock ? Number.NaN : clock.now()
  }
  refresh()
  return { cell, refresh }
}

export function clockFrom(cell: SharedArrayBuffer): Clock {
  const view = new Float64Array(cell)
  return {
    now: () => {
      const value = view[0] as number
      return Number.isNaN(value) ? systemClock.now() : value
    },
  }
}
