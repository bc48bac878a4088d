import { describe, expect, it } from '@jest/globals'
import { createCatchUp } from './catch-up.ts'
import type { SearchClient } from './client.ts'
import { indexNames } from './names.ts'

/** A cluster whose refreshes last until the test releases them. */
function slowCluster() {
  const begun: PromiseWithResolvers<void>[] = []
  const client = {
    async request({ path }: { path: string }) {
      if (path.includes('_stats')) return {}
      const one = Promise.withResolvers<void>()
      begun.push(one)
      await one.promise
    },
    close: async () => {},
  } as unknown as SearchClient
  return { client, begun }
}
const turns = (ms = 0): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turns(5)
}

describe('catching up with what was put', () => {
  it('never relies on a refresh that started before the call: it may have missed what was put since', async () => {
    const { client, begun } = slowCluster()
    const { catchUp } = createCatchUp(client, indexNames(''))
    let second = false
    const first = catchUp()
    await until(() => begun.length === 1)
    const later = catchUp().then(() => {
      second = true
    })
    begun[0]!.resolve()
    await first
    await until(() => begun.length === 2)
    expect(second).toBe(false)
    begun[1]!.resolve()
    await later
  })

  it('shares one refresh among all that wait', async () => {
    const { client, begun } = slowCluster()
    const { catchUp } = createCatchUp(client, indexNames(''))
    const first = catchUp()
    await until(() => begun.length === 1)
    const waiting = Array.from({ length: 50 }, () => catchUp())
    begun[0]!.resolve()
    await first
    await until(() => begun.length === 2)
    begun[1]!.resolve()
    await Promise.all(waiting)
    expect(begun).toHaveLength(2)
  })

  it('leaves it to the search to report that the cluster is down', async () => {
    const client = { request: () => Promise.reject(new Error('down')) } as unknown as SearchClient
    const { catchUp } = createCatchUp(client, indexNames(''))
    await expect(catchUp()).resolves.toBeUndefined()
    await expect(catchUp()).resolves.toBeUndefined()
  })
})

/** A cluster in which a put counts at once and is seen from the next refresh on. */
function cluster() {
  const state = { put: 0, seen: 0, refreshes: 0, down: false }
  const client = {
    async request({ path }: { path: string }) {
      await turns()
      if (state.down) throw new Error('down')
      if (path.includes('_stats'))
        return { _all: { primaries: { indexing: { index_total: state.put, delete_total: 0 } } } }
      state.refreshes++
      const { put } = state
      await turns(2)
      state.seen = put
      return {}
    },
    close: async () => {},
  } as unknown as SearchClient
  let asked = 0
  const search = async (): Promise<number> => {
    asked++
    const { seen } = state
    await turns(3)
    return seen
  }
  return { state, search, asked: () => asked, ...createCatchUp(client, indexNames(''), { gapMs: 5, busyMs: 30 }) }
}

describe('a search that is up to date', () => {
  it('searches once and refreshes nothing while nothing is put', async () => {
    const { state, search, asked, upToDate } = cluster()
    await upToDate(search)
    await turns(40)
    const before = asked()
    for (let i = 0; i < 10; i++) await upToDate(search)
    expect([state.refreshes, asked() - before]).toEqual([1, 10])
  })

  it('always finds what was put before it, from any process at any time', async () => {
    const { state, search, upToDate } = cluster()
    const wait = (n: number): number => (n % 5 === 4 ? 40 : n % 7)
    for (let n = 0; n < 120; n++) {
      if (n % 3 === 0) state.put++
      const { put } = state
      const found = [upToDate(search), upToDate(search)]
      if (n % 2 === 0) state.put++
      for (const one of found) expect(await one).toBeGreaterThanOrEqual(put)
      await turns(wait(n))
    }
  })

  it('searches anyway when the cluster does not report its writes', async () => {
    const { state, search, upToDate } = cluster()
    await upToDate(search)
    state.down = true
    expect(await upToDate(search)).toBe(0)
  })
})
