import { describe, expect, it } from '@jest/globals'
import { createPace } from './pace.ts'

const STEP_MS = 10
const BATCH = 100
const LANES = 6

/** Six clients offer events, each its next batch when the last is accepted, and a pipeline handles them in order. */
function play(seconds: number, offered: number, capacity: (second: number) => number) {
  const pace = createPace()
  const lanes: number[] = Array.from({ length: LANES }, () => 0)
  const queue: number[] = []
  const delays: { readonly second: number; readonly ms: number }[] = []
  let [offer, room, handled, accepted, waited, refused, told, late] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let now = 0; now < seconds * 1000; now += STEP_MS) {
    const second = now / 1000
    offer = Math.min(offered, offer + (offered * STEP_MS) / 1000)
    for (let i = 0; i < LANES * 5 && offer >= BATCH; i++) {
      const lane = i % LANES
      if (lanes[lane]! > now) continue
      const turn = pace.take(BATCH, now)
      lanes[lane] = now + (turn.refused ? 20 : turn.waitMs)
      if (turn.refused) refused++
      else {
        offer -= BATCH
        accepted += BATCH
        waited = Math.max(waited, turn.waitMs)
        queue.push(now + turn.waitMs)
      }
    }
    room = Math.min(capacity(second), room + (capacity(second) * STEP_MS) / 1000)
    let delay = -1
    while (queue[0] !== undefined && queue[0] <= now && room >= BATCH) {
      delay = Math.max(delay, now - queue.shift()!)
      room -= BATCH
      handled += BATCH
    }
    if (delay >= 0) delays.push({ second, ms: delay })
    if (delay >= 0 && now - told >= 1000 && (delay >= 1500 || late >= 1500)) {
      told = now
      late = delay
      pace.heard(delay, now)
    }
  }
  const delayFrom = (second: number) => Math.max(...delays.filter(d => d.second >= second).map(d => d.ms))
  return { accepted, handled, waited, refused, delayFrom }
}

describe('the pace of a tenant', () => {
  it('is its own as long as the pipeline keeps up', () => {
    const { accepted, waited, refused } = play(20, 3_900, () => 4_000)
    expect(accepted).toBeGreaterThan(19 * 3_900)
    expect([waited, refused]).toEqual([0, 0])
  })

  it.each([1_000, 4_000])(
    'is that of a pipeline of %d events/s when it floods: never idle, no long backlog',
    capacity => {
      const { handled, accepted, delayFrom } = play(90, 17_000, () => capacity)
      expect(handled).toBeGreaterThan(0.97 * 90 * capacity)
      expect(accepted - handled).toBeLessThan(10 * capacity)
      expect(delayFrom(60)).toBeLessThan(10_000)
    },
  )

  it('follows a pipeline that gets slower and faster again', () => {
    const { handled, delayFrom } = play(150, 17_000, second => (second > 30 && second < 60 ? 1_000 : 4_000))
    expect(handled).toBeGreaterThan(0.85 * (120 * 4_000 + 30 * 1_000))
    expect(delayFrom(120)).toBeLessThan(10_000)
  })

  it('is free again once the flood is over', () => {
    const pace = createPace()
    for (let now = 0; now < 5_000; now += 10) pace.take(BATCH, now)
    pace.heard(4_000, 5_000)
    pace.take(BATCH, 5_000)
    expect(pace.take(BATCH, 5_001).waitMs).toBeGreaterThan(0)
    for (let now = 6_000; now < 37_000; now += 1_000) pace.take(BATCH, now)
    for (let i = 0; i < 100; i++) expect(pace.take(BATCH, 37_000)).toEqual({ waitMs: 0, refused: false })
  })

  it('lets nobody wait for longer than two seconds: who comes then is refused, and not counted', () => {
    const pace = createPace()
    for (let now = 0; now < 5_000; now += 10) pace.take(BATCH, now)
    pace.heard(4_900, 5_000)
    const turns = Array.from({ length: 1_000 }, () => pace.take(BATCH, 5_000))
    const taken = turns.filter(t => !t.refused)
    expect(Math.max(...taken.map(t => t.waitMs))).toBeLessThanOrEqual(2_000)
    expect(taken.length).toBeLessThan(1_000)
    expect(new Set(turns.filter(t => t.refused).map(t => t.waitMs)).size).toBe(1)
  })
})
