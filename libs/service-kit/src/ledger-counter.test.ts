import { describe, expect, it } from '@jest/globals'
import { type TenantId, tenantId } from '@wardline/kernel'
import { createMemoryRegistry } from '@wardline/ports/testing'
import { detectorLedger } from '@wardline/registries'
import * as fc from 'fast-check'
import { createLedgerCounter, type Tally } from './ledger-counter.ts'

const A = tenantId('ten_a')
const B = tenantId('ten_b')

function ready() {
  const registry = createMemoryRegistry()
  const counter = createLedgerCounter(registry, detectorLedger)
  const counts = async (tenant: TenantId, source: string) =>
    (await registry.read(detectorLedger, tenant, source))?.doc.counts ?? {}
  return { registry, counter, counts }
}

const tally = (offset: number, o: Partial<Tally> & { readonly partition?: number } = {}): Tally => ({
  tenantId: A,
  logSourceId: 'src_1',
  counts: { evaluated: 1 },
  ...o,
  position: { partition: o.partition ?? 0, offset: String(offset) },
})

describe('a ledger counter', () => {
  it('adds the tallies of a batch by source and tenant, in one write each', async () => {
    const { registry, counter, counts } = ready()
    await counter.add([
      tally(1),
      tally(2, { logSourceId: 'src_2' }),
      tally(3, { tenantId: B }),
      tally(4, { counts: { evaluated: 1, rejected: 2 } }),
    ])
    expect(await counts(A, 'src_1')).toEqual({ evaluated: 2, rejected: 2 })
    expect(await counts(A, 'src_2')).toEqual({ evaluated: 1 })
    expect(await counts(B, 'src_1')).toEqual({ evaluated: 1 })
    expect((await registry.read(detectorLedger, A, 'src_1'))?.version).toBe(1)
  })

  it('does not write when there is nothing new', async () => {
    const { registry, counter } = ready()
    await counter.add([tally(1), tally(2)])
    await counter.add([tally(1), tally(2)])
    expect((await registry.read(detectorLedger, A, 'src_1'))?.version).toBe(1)
  })

  it('compares offsets as numbers, and by partition', async () => {
    const { counter, counts } = ready()
    await counter.add([tally(9)])
    await counter.add([tally(10)])
    await counter.add([tally(2, { partition: 7 })])
    expect(await counts(A, 'src_1')).toEqual({ evaluated: 3 })
  })

  it('leaves replays out', async () => {
    const { counter, counts } = ready()
    await counter.add([{ ...tally(1), position: null }])
    expect(await counts(A, 'src_1')).toEqual({})
  })

  it('counts every delivery exactly once, whichever position a consumer falls back to', async () => {
    const total = 40
    const restarts = fc.array(
      fc.record({ back: fc.integer({ min: 0, max: total }), ahead: fc.integer({ min: 1, max: total }) }),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(restarts, async steps => {
        const { counter, counts } = ready()
        let committed = 0
        for (const { back, ahead } of [...steps, { back: total, ahead: total }]) {
          const from = Math.max(0, committed - back)
          const to = Math.min(total, from + ahead)
          await counter.add(Array.from({ length: to - from }, (_, i) => tally(from + i)))
          committed = Math.max(committed, to)
        }
        expect(await counts(A, 'src_1')).toEqual({ evaluated: total })
      }),
      { numRuns: 50 },
    )
  })
})
