import { describe, expect, it } from '@jest/globals'
import { createServerClock } from './server-clock.ts'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const date = (ms: number): string => new Date(ms).toUTCString()

describe('the clock of the service', () => {
  it('is the browser’s if the two differ by less than a header can express', () => {
    const clock = createServerClock(() => NOON + 900)
    clock.heard(date(NOON))
    expect(clock.now()).toBe(NOON + 900)
  })

  it.each([-3 * 86_400_000, -7_200_000, 5_000, 86_400_000])('goes %i ms from the browser’s', difference => {
    let own = NOON
    const clock = createServerClock(() => own)
    clock.heard(date(NOON + difference))
    expect(clock.now()).toBe(NOON + difference + 500)
    own += 60_000
    expect(clock.now()).toBe(NOON + difference + 60_500)
  })

  it('ignores a response without a date', () => {
    const clock = createServerClock(() => NOON)
    for (const none of [null, '', 'yesterday']) clock.heard(none)
    expect(clock.now()).toBe(NOON)
  })
})
