import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createFairReader, type FairReader, type Window } from './fair-reader.ts'
import { type GroupPlace, placeAt, placeFrom, placeOf, placeStart, placeText } from './group-place.ts'

/** A partition with an event per tenant name; offsets count from 0. */
function windowOf(log: readonly string[], from: number, size: number): Window {
  const tenants = log.slice(from, from + size)
  const end = from + tenants.length
  return { from, end, offsets: tenants.map((_, i) => from + i), tenants, more: end < log.length }
}

/** Reads and handles until nothing is left, or `stop` says so. @returns the offsets in the order of handling */
function work(
  reader: FairReader,
  log: readonly string[],
  size: number,
  stop = (_: readonly number[]) => false,
): number[] {
  const handled: number[] = []
  for (let turns = 0; turns < 100_000; turns++) {
    const from = reader.next(log.length)
    if (from === undefined || stop(handled)) return handled
    const turn = reader.choose(windowOf(log, from, size))
    handled.push(...turn.take.map(i => from + i))
    reader.settle(turn)
  }
  throw new Error('it does not end')
}

const names = fc.array(fc.constantFrom('a', 'a', 'a', 'a', 'b', 'c', 'd'), { maxLength: 400 })
const sizes = fc.integer({ min: 1, max: 60 })

describe('a fair reader', () => {
  it('handles every event once, and those of a tenant in their order', () => {
    fc.assert(
      fc.property(names, sizes, sizes, (log, max, size) => {
        const handled = work(createFairReader(placeAt(0), { max }), log, size)
        expect([...handled].sort((a, b) => a - b)).toEqual(log.map((_, i) => i))
        for (const tenant of new Set(log)) {
          const own = handled.filter(offset => log[offset] === tenant)
          expect(own).toEqual([...own].sort((a, b) => a - b))
        }
      }),
    )
  })

  it('says after each turn what is handled, so that another reader goes on exactly there', () => {
    fc.assert(
      fc.property(names, sizes, sizes, fc.integer({ min: 0, max: 300 }), (log, max, size, enough) => {
        const first = createFairReader(placeAt(0), { max })
        const before = work(first, log, size, handled => handled.length >= enough)
        const unhandled = log.flatMap((tenant, i) => (i >= placeOf(first.place, tenant) ? [i] : []))
        expect([...before, ...unhandled].sort((a, b) => a - b)).toEqual(log.map((_, i) => i))
        const again = createFairReader(placeFrom(placeStart(first.place), placeText(first.place)), { max })
        expect(work(again, log, size).sort((a, b) => a - b)).toEqual(unhandled)
      }),
    )
  })

  it('reaches the few events behind a flood within a few turns', () => {
    const log = [...Array<string>(100_000).fill('flood'), ...Array<string>(50).fill('quiet')]
    const reader = createFairReader(placeAt(0), { max: 500 })
    const handled = work(reader, log, 500, done => done.some(offset => log[offset] === 'quiet'))
    expect(handled.length).toBeLessThan(10_000)
    expect(handled.filter(offset => log[offset] === 'quiet')).toHaveLength(50)
  })

  it('gives tenants that flood at the same time turns of the same size', () => {
    const log = Array.from({ length: 60_000 }, (_, i) => (i % 10 === 0 ? 'small' : i % 2 === 0 ? 'even' : 'odd'))
    const reader = createFairReader(placeAt(0), { max: 500 })
    const handled = work(reader, log, 500, done => done.length > 12_000)
    const count = (tenant: string): number => handled.filter(offset => log[offset] === tenant).length
    expect(count('small')).toBeGreaterThan(count('odd') / 2)
    expect(count('even')).toBeGreaterThan(count('odd') / 2)
    expect(count('odd')).toBeGreaterThan(count('even') / 2)
  })

  it('gives a tenant that is alone whole turns, and takes an ordinary load as it comes', () => {
    const alone = createFairReader(placeAt(0), { max: 500 })
    const log = Array<string>(5_000).fill('one')
    const sizes: number[] = []
    for (let from = alone.next(log.length); from !== undefined; from = alone.next(log.length)) {
      const turn = alone.choose(windowOf(log, from, 500))
      if (turn.take.length > 0) sizes.push(turn.take.length)
      alone.settle(turn)
    }
    expect(sizes).toEqual(Array<number>(10).fill(500))

    const mixed = ['a', 'b', 'a', 'c', 'a']
    const turn = createFairReader(placeAt(0), { max: 500 }).choose(windowOf(mixed, 0, 500))
    expect(turn).toEqual({ take: [0, 1, 2, 3, 4], after: placeAt(5) })
  })

  it('keeps at most 32 tenants behind, however many flood', () => {
    const log = Array.from({ length: 40_000 }, (_, i) => `tenant${i % 100}`)
    const reader = createFairReader(placeAt(0), { max: 50 })
    let most = 0
    work(reader, log, 2_000, () => {
      most = Math.max(most, reader.place.behind.size)
      return false
    })
    expect(most).toBeLessThanOrEqual(32)
  })

  it('keeps the order of the partition when it is asked to', () => {
    const log = [...Array<string>(1_000).fill('flood'), 'quiet']
    const reader = createFairReader(placeAt(0), { max: 30, inOrder: true })
    expect(work(reader, log, 77)).toEqual(log.map((_, i) => i))
  })

  it('goes on where the partition begins when its beginning is gone', () => {
    const place: GroupPlace = { front: 50, behind: new Map([['a', 10], ['b', 40]]) } // biome-ignore format: short
    const reader = createFairReader(place, { max: 5 })
    reader.startAt(30)
    expect(reader.place).toEqual({ front: 50, behind: new Map([['a', 30], ['b', 40]]) }) // biome-ignore format: short
    reader.startAt(60)
    expect(reader.place).toEqual(placeAt(60))
  })
})

describe('the text of a place', () => {
  it('is empty while nobody is behind, and short enough for the metadata of a Kafka commit with the longest ids', () => {
    expect(placeText(placeAt(7))).toBe('')
    const behind = new Map(Array.from({ length: 32 }, (_, i) => [`ten_${i}`.padEnd(64, 'x'), 2 ** 53 - 1]))
    expect(placeText({ front: 2 ** 53 - 1, behind }).length).toBeLessThan(4_000)
  })

  it('is ignored when it is not of the same commit, or broken', () => {
    const text = placeText({ front: 9, behind: new Map([['a', 3]]) })
    expect(placeFrom(3, text).front).toBe(9)
    for (const bad of ['', null, '{', '[]', '{"front":"9"}', text.replace('3', '-1'), text.replace('3', '4')])
      expect(placeFrom(3, bad)).toEqual(placeAt(3))
  })
})
