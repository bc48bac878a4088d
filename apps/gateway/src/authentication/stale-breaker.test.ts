import { describe, expect, it } from '@jest/globals'
import { createTestClock } from '@wardline/ports/testing'
import { createStaleBreaker } from './stale-breaker.ts'

const MINUTE = 60_000

function breaker(live: number) {
  const clock = createTestClock()
  let alarms = 0
  const { mayTell } = createStaleBreaker({ clock, liveAgents: async () => live, onOpen: () => alarms++ })
  const ask = async (from: number, to: number) => {
    let told = 0
    for (let i = from; i < to; i++) if (await mayTell(`agt_${i}`)) told++
    return told
  }
  return { clock, ask, alarms: () => alarms }
}

describe('Telling agents that they are stale', () => {
  it('continues while only a few become stale', async () => {
    const { clock, ask, alarms } = breaker(100)
    for (let i = 0; i < 100; i += 5) {
      expect(await ask(i, i + 5)).toBe(5)
      clock.advance(6 * MINUTE)
    }
    expect(alarms()).toBe(0)
  })

  it('stops at more than ten of a small fleet, with an alarm', async () => {
    const { ask, alarms } = breaker(100)
    expect(await ask(0, 60)).toBe(10)
    expect(alarms()).toBe(50)
  })

  it('stops at more than 2 % of a large one', async () => {
    expect(await breaker(10_000).ask(0, 1_000)).toBe(200)
  })

  it('does not resume while many keep asking', async () => {
    const { clock, ask } = breaker(100)
    await ask(0, 60)
    for (let minute = 0; minute < 30; minute++) {
      clock.advance(MINUTE)
      expect(await ask(10, 60)).toBe(0)
    }
  })

  it('repeats the answer to agents that have had it, and counts them once', async () => {
    const { ask, alarms } = breaker(100)
    for (let i = 0; i < 20; i++) expect(await ask(0, 10)).toBe(10)
    expect(alarms()).toBe(0)
  })
})
