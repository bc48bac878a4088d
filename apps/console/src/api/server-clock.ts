/** Smaller differences are ignored: a `Date` header has whole seconds only, and a response takes time to arrive. */
const LEAST_SKEW_MS = 2_000

/**
 * The service's time, taken from its responses. All times shown are the service's; the reader's clock may be hours off.
 */
export interface ServerClock {
  /** Milliseconds since the epoch, by the service's clock. By the browser's until the first response. */
  now(): number
  /** Takes the `Date` header of a response that has just arrived. */
  heard(date: string | null): void
}

export function createServerClock(own: () => number = Date.now): ServerClock {
  let ahead = 0
  return {
    now: () => own() + ahead,
    heard(date) {
      const told = Date.parse(date ?? '')
      if (Number.isNaN(told)) return
      const difference = told + 500 - own()
      ahead = Math.abs(difference) < LEAST_SKEW_MS ? 0 : difference
    },
  }
}
