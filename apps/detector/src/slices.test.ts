import { describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import { createSlice } from './slices.ts'

const busy = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

describe('a long batch', () => {
  it('lets timers run and sends heartbeats while it is processed', async () => {
    let heartbeats = 0
    let timers = 0
    const timer = setInterval(() => timers++, 1)
    const slice = createSlice(async () => void heartbeats++)
    for (let i = 0; i < 20; i++) {
      await slice.next(tenantId('ten_one'))
      busy(25)
    }
    clearInterval(timer)
    expect(heartbeats).toBe(19)
    expect(timers).toBeGreaterThan(10)
  })

  it('yields sooner when another tenant comes next', async () => {
    let heartbeats = 0
    const slice = createSlice(async () => void heartbeats++)
    for (let i = 0; i < 10; i++) {
      await slice.next(tenantId(i % 2 === 0 ? 'ten_one' : 'ten_two'))
      busy(4)
    }
    expect(heartbeats).toBe(9)
  })
})
