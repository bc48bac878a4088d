import { describe, expect, it } from '@jest/globals'
import { DAY_MS } from '@wardline/kernel'
import { createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { silentAlarms } from '@wardline/service-kit/testing'
import { BEHIND_MS, createClockWatch, LEAP_HELD_MS, LEAP_MS } from './clock-watch.ts'

/**
 * Processes that share a registry, one after another or side by side. `pass` lets time go by, `set` changes the clock.
 */
function world() {
  const registry = createMemoryRegistry()
  const clock = createTestClock()
  let steady = 0
  const alarms: string[] = []
  const cleared: string[] = []
  return {
    alarms,
    cleared,
    clock,
    registry,
    pass(ms: number) {
      clock.advance(ms)
      steady += ms
    },
    async process(reset = false) {
      const watch = createClockWatch({
        registry,
        clock,
        steady: () => steady,
        alarms: { raise: name => void alarms.push(name), clear: name => void cleared.push(name) },
        reset,
      })
      await watch.start()
      return watch
    },
  }
}

describe('The clock', () => {
  it('is trusted while it advances, across restarts and pauses', async () => {
    const w = world()
    const first = await w.process()
    w.pass(DAY_MS)
    expect([first.fault(), first.hasLeapt()]).toEqual([undefined, false])
    await first.stop()
    w.clock.advance(30 * DAY_MS)
    const second = await w.process()
    expect([second.fault(), second.hasLeapt()]).toEqual([undefined, false])
    expect(w.alarms).toEqual([])
    await second.stop()
  })

  it('is not trusted when it is behind the latest time that any process has seen', async () => {
    const w = world()
    const first = await w.process()
    await first.stop()
    w.clock.advance(-DAY_MS)
    const second = await w.process()
    expect(second.fault()).toBe('the clock is behind')
    expect(w.alarms).toEqual(['clock_behind'])
    w.clock.advance(DAY_MS - BEHIND_MS)
    expect(second.fault()).toBeUndefined()
    await second.stop()
  })

  it('is distrusted at once when it is set back while the process runs', async () => {
    const w = world()
    const watch = await w.process()
    w.clock.advance(-DAY_MS)
    expect(watch.fault()).toBe('the clock is behind')
    await watch.stop()
  })

  it('that leaps ahead is noticed at once, for an hour, and does not move the mark', async () => {
    const w = world()
    const watch = await w.process()
    w.clock.advance(LEAP_MS)
    expect(watch.hasLeapt()).toBe(false)
    w.clock.advance(1)
    expect(watch.hasLeapt()).toBe(true)
    w.clock.advance(DAY_MS)
    await watch.stop()
    expect(w.alarms).toEqual(['clock_leapt'])
    w.pass(LEAP_HELD_MS - 1)
    expect(watch.hasLeapt()).toBe(true)
    w.clock.advance(-DAY_MS)
    expect(watch.fault()).toBeUndefined()
    w.pass(1)
    expect(watch.hasLeapt()).toBe(false)
  })

  it('is trusted again when an operator says that the mark was wrong', async () => {
    const w = world()
    const ahead = world()
    ahead.clock.advance(DAY_MS)
    const wrong = createClockWatch({
      registry: w.registry,
      clock: ahead.clock,
      steady: () => 0,
      alarms: silentAlarms,
      reset: false,
    })
    await wrong.start()
    await wrong.stop()
    const before = await w.process()
    expect(before.fault()).toBe('the clock is behind')
    await before.stop()
    const after = await w.process(true)
    expect(after.fault()).toBeUndefined()
    await after.stop()
  })
})
