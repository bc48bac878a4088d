import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { firstSlot, homeSlot, keyOfSlot, keyOfTime, lastSlot, timesOfKey } from './slots.ts'

const YEAR_1 = Date.parse('0001-01-01T00:00:00.000Z')
const YEAR_9999 = Date.parse('9999-12-31T23:59:59.999Z')
const INT64 = 2n ** 63n

const time = fc.oneof(
  fc.integer({ min: Date.parse('1970-01-01'), max: Date.parse('2090-01-01') }),
  fc.integer({ min: YEAR_1, max: YEAR_9999 }),
  fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }),
)
const eventId = fc.oneof(
  fc.stringMatching(/^evt_[a-z2-7]{0,8}$/),
  fc.stringMatching(/^evt_[ -~]{0,6}$/),
  fc.string({ maxLength: 8 }),
)

describe('slots', () => {
  it('follow the time, then the id: an earlier event never has a later home', () => {
    fc.assert(
      fc.property(time, time, eventId, eventId, (t1, t2, a, b) => {
        const [first, second] =
          t1 < t2 || (t1 === t2 && a <= b) ? [[t1, a] as const, [t2, b] as const] : [[t2, b] as const, [t1, a] as const]
        const [k1, k2] = [keyOfTime(first[0]), keyOfTime(second[0])]
        expect(k1).toBeLessThanOrEqual(k2)
        if (k1 < k2 || first[0] === second[0]) expect(homeSlot(k1, first[1]) <= homeSlot(k2, second[1])).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('fit into 64 bits and lead back to their key and its times', () => {
    fc.assert(
      fc.property(time, eventId, (t, id) => {
        const key = keyOfTime(t)
        const slot = homeSlot(key, id)
        expect(slot >= -INT64 && slot < INT64).toBe(true)
        expect(slot >= firstSlot(key) && slot <= lastSlot(key)).toBe(true)
        expect(keyOfSlot(slot)).toBe(key)
        const [from, to] = timesOfKey(key)
        expect(from <= t && t <= to).toBe(true)
      }),
    )
  })

  it('distinguish every millisecond of our time', () => {
    const now = Date.parse('2026-11-21T09:30:00.000Z')
    expect(keyOfTime(now + 1)).toBe(keyOfTime(now) + 1)
    expect(timesOfKey(keyOfTime(now))).toEqual([now, now])
  })
})
