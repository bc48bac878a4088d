import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { rfc3339 } from './clock.ts'
import { DAY_MS } from './time.ts'

describe('a time on the wire', () => {
  it('matches Date on days across 8,000 years', () => {
    for (let day = 0; day < 8_000 * 365; day += 17) {
      const ms = day * DAY_MS + ((day * 7919) % DAY_MS)
      if (rfc3339(ms) !== new Date(ms).toISOString()) expect(rfc3339(ms)).toBe(new Date(ms).toISOString())
    }
  })

  it('matches Date at any moment', () => {
    fc.assert(
      fc.property(fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true }), ms => {
        expect(rfc3339(ms)).toBe(new Date(ms).toISOString())
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), ms => {
        expect(rfc3339(ms)).toBe(new Date(ms).toISOString())
      }),
    )
  })

  it('is refused for an invalid time', () => {
    for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1]) expect(() => rfc3339(ms)).toThrow(RangeError)
  })
})
