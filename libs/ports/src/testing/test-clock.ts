import type { Clock } from '@wardline/kernel'

export interface TestClock extends Clock {
  set(ms: number): void
  advance(ms: number): void
}

/** A clock that stands still until it is moved. */
export function createTestClock(ms = Date.parse('2026-11-21T09:30:00.000Z')): TestClock {
  let now = ms
  return {
    now: () => now,
    set: value => {
      now = value
    },
    advance: by => {
      now += by
    },
  }
}
