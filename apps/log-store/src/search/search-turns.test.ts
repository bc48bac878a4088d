import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import type { TenantPrincipal } from '@wardline/kernel'
import { as, OTHER_TENANT, problemOf } from '@wardline/service-kit/testing'
import { createSearchTurns } from './search-turns.ts'

const ann = as('analyst') as TenantPrincipal
const bob = as('operator') as TenantPrincipal
const namesake = as('analyst', OTHER_TENANT) as TenantPrincipal

/** Searches that run until the test ends them. */
function searches() {
  const running: PromiseWithResolvers<string>[] = []
  const work = () => {
    const one = Promise.withResolvers<string>()
    running.push(one)
    return one.promise
  }
  return { running, work }
}

describe('turns of searches', () => {
  it('are limited per caller; the next begins when one ends, first come, first served', async () => {
    const turns = createSearchTurns({ atOnce: 2, ofTenant: 100, waiting: 10, waitMs: 60_000 })
    const { running, work } = searches()
    const all = [0, 1, 2, 3].map(() => turns.take(ann, work))
    await nextTurn()
    expect(running).toHaveLength(2)
    running[1]!.reject(new Error('failed'))
    await expect(all[1]).rejects.toThrow('failed')
    expect(running).toHaveLength(3)
    for (const n of [0, 2, 3]) {
      running[n]!.resolve(`answer ${n}`)
      expect(await all[n]).toBe(`answer ${n}`)
    }
  })

  it('of one caller never delay another caller, nor one with the same name in another tenant', async () => {
    const turns = createSearchTurns({ atOnce: 1, ofTenant: 100, waiting: 10, waitMs: 60_000 })
    const { running, work } = searches()
    const slow = [turns.take(ann, work), turns.take(ann, work)]
    expect(await turns.take(bob, async () => 'bob')).toBe('bob')
    expect(await turns.take(namesake, async () => 'namesake')).toBe('namesake')
    running[0]!.resolve('')
    await slow[0]
    await nextTurn()
    running[1]!.resolve('')
    await slow[1]
  })

  it('of one tenant are also limited, across all callers, and never delay another tenant', async () => {
    const turns = createSearchTurns({ atOnce: 2, ofTenant: 3, waiting: 10, waitMs: 60_000 })
    const { running, work } = searches()
    const all = [ann, ann, ann, bob, bob].map(who => turns.take(who, work))
    await nextTurn()
    expect(running).toHaveLength(3)
    expect(await turns.take(namesake, async () => 'namesake')).toBe('namesake')
    for (const n of [0, 1, 2, 3, 4]) {
      running[n]!.resolve('')
      await nextTurn()
    }
    expect(await Promise.all(all)).toEqual(['', '', '', '', ''])
  })

  it('are refused with 429 when too many wait, and with 503 when the wait is too long; both say when to retry', async () => {
    const reasons: string[] = []
    const turns = createSearchTurns({ atOnce: 1, ofTenant: 100, waiting: 1, waitMs: 20 }, reason =>
      reasons.push(reason),
    )
    const { running, work } = searches()
    const first = turns.take(ann, work)
    const second = problemOf(turns.take(ann, work))
    const third = await problemOf(turns.take(ann, work))
    expect([third.code, third.status, third.retryAfter]).toEqual(['rate_limited', 429, 1])
    expect([(await second).code, (await second).status, (await second).retryAfter]).toEqual(['unavailable', 503, 1])
    expect(reasons).toEqual(['queue', 'timeout'])
    running[0]!.resolve('done')
    expect(await first).toBe('done')
    expect(running).toHaveLength(1)
    expect(await turns.take(ann, async () => 'free again')).toBe('free again')
  })
})
