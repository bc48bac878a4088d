/** A difference below this is within what a `Date` header, which knows whole seconds, and the way of an answer can tell. */
const LEAST_SKEW_MS = 2_000

/** The service's time, as told by its answers: times are the service's, and the reader's own clock may be hours off. */
export interface ServerClock {
  /** Milliseconds since the epoch, by the service's clock. The browser's until there was an answer. */
  now(): number
  /** Takes the `Date` of an answer that has just come. */
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
