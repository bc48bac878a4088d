import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createIdFilter, type IdFilter, type IdHash } from './id-filter.ts'
import { createKnownIds } from './known-ids.ts'

/** As evenly spread as a digest, and much quicker. */
const mixed = (n: number): number => {
  let x = Math.imul(n ^ (n >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return x ^ (x >>> 15)
}
const idOf = (n: number): IdHash => ({ high: mixed(n + 1), low: mixed(n ^ 0x5bd1e995) })

describe('a filter of ids', () => {
  it('contains everything that was added, and hardly anything else, up to its capacity', () => {
    const filter = createIdFilter()
    let added = 0
    while (!filter.full) filter.add(idOf(added++))
    expect(added).toBeGreaterThan(800_000)
    let missing = 0
    for (let n = 0; n < added; n++) if (!filter.mayHave(idOf(n))) missing++
    expect(missing).toBe(0)
    let wrong = 0
    for (let n = added; n < added + 200_000; n++) if (filter.mayHave(idOf(n))) wrong++
    expect(wrong).toBeLessThan(100)
  })

  it('accepts the halves of a hash with and without their signs', () => {
    const filter = createIdFilter()
    filter.add({ high: -1, low: -2 })
    expect(filter.mayHave({ high: 0xffffffff, low: 0xfffffffe })).toBe(true)
  })
})

describe('the ids that are known', () => {
  /** Exact, and full after three. */
  const small = (): IdFilter => {
    const ids = new Set<string>()
    const keyOf = ({ high, low }: IdHash) => `${high} ${low}`
    return {
      get full() {
        return ids.size >= 3
      },
      add: id => void ids.add(keyOf(id)),
      mayHave: id => ids.has(keyOf(id)),
    }
  }
  const never = () => false

  it('name the partitions of an id, whatever came since; older ones are selected by their distance', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(40), fc.constantFrom('a', 'b', 'c', 'd')), { maxLength: 60 }), added => {
        const known = createKnownIds(4, small)
        for (const [n, partition] of added) known.add(idOf(n), partition)
        for (const [n, partition] of added) expect(known.mayHave(idOf(n), () => true)).toContain(partition)
        expect([...known.mayHave(idOf(99), never)]).toEqual([])
      }),
    )
  })

  it('forget a partition that is gone, and have room again', () => {
    const known = createKnownIds(2, small)
    for (let n = 0; n < 6; n++) known.add(idOf(n), 'old')
    known.retain(partition => partition !== 'old')
    for (let n = 6; n < 12; n++) known.add(idOf(n), 'new')
    expect([...known.mayHave(idOf(1), () => true)]).toEqual([])
    for (let n = 6; n < 12; n++) expect([...known.mayHave(idOf(n), never)]).toEqual(['new'])
  })

  it('report that an unreadable partition may have any event near it', () => {
    const known = createKnownIds(2, small)
    known.forget('unread')
    expect([...known.mayHave(idOf(1), partition => partition === 'unread')]).toEqual(['unread'])
    expect([...known.mayHave(idOf(1), never)]).toEqual([])
  })
})
