import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createPace } from './pace.ts'

describe('a pace of n requests a second', () => {
  it('sends one second’s worth at once, then one after the other', () => {
    let now = 1_000_000
    const wait = createPace(4, () => now)
    expect([wait(), wait(), wait(), wait()]).toEqual([0, 0, 0, 0])
    expect([wait(), wait()]).toEqual([250, 500])
    now += 60_000
    expect([wait(), wait(), wait(), wait(), wait()]).toEqual([0, 0, 0, 0, 250])
  })

  it('never sends more than 2n within any second, whenever they are requested', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(2_000), { maxLength: 200 }), (perSecond, gaps) => {
        let now = 0
        const wait = createPace(perSecond, () => now)
        const sent: number[] = []
        for (const gap of gaps) {
          now += gap
          const at = now + wait()
          now = at
          sent.push(at)
        }
        for (const at of sent) {
          const within = sent.filter(t => t >= at && t < at + 1000).length
          expect(within).toBeLessThanOrEqual(2 * perSecond)
        }
      }),
    )
  })
})
