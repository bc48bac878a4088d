import { describe, expect, it } from '@jest/globals'
import { Problem, tenantId } from '@wardline/kernel'
import { createFairTurns } from './fair-turns.ts'

const [a, b, c] = ['ten_a', 'ten_b', 'ten_c'].map(id => tenantId(id)) as [
  ReturnType<typeof tenantId>,
  ReturnType<typeof tenantId>,
  ReturnType<typeof tenantId>,
]

/** Pieces of work that end when the test says so, and the order in which they began. */
function scene(limits = { running: 2, waiting: 4, waitingPerTenant: 3 }) {
  const turns = createFairTurns(limits)
  const begun: string[] = []
  const end = new Map<string, () => void>()
  const put = (tenant: typeof a, name: string): Promise<void> =>
    turns.run(tenant, () => {
      begun.push(name)
      return new Promise<void>(resolve => end.set(name, resolve))
    })
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return {
    begun,
    put,
    settle,
    async end(name: string) {
      end.get(name)!()
      await settle()
    },
  }
}

describe('turns', () => {
  it('go to one piece of work per tenant at a time, so the next tenant need not wait behind all of them', async () => {
    const { begun, put, end, settle } = scene()
    for (const name of ['a1', 'a2', 'a3']) void put(a, name)
    void put(b, 'b1')
    void put(c, 'c1')
    await settle()
    expect(begun).toEqual(['a1', 'b1'])
    await end('b1')
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  it('are refused with 503 when too many wait, for one tenant or in total', async () => {
    const { put } = scene()
    for (const name of ['a1', 'a2', 'a3', 'a4']) void put(a, name)
    const refused = (tenant: typeof a) =>
      put(tenant, 'late').catch(error => (error instanceof Problem ? [error.status, error.retryAfter] : error))
    expect(await refused(a)).toEqual([503, 2])
    void put(b, 'b1')
    void put(b, 'b2')
    expect(await refused(c)).toEqual([503, 2])
  })

  it('are given back by work that fails', async () => {
    const turns = createFairTurns({ running: 1, waiting: 1, waitingPerTenant: 1 })
    await expect(turns.run(a, () => Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(await turns.run(a, async () => 'next')).toBe('next')
  })
})
