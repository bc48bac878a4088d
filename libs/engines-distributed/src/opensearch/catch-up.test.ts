import { describe, expect, it } from '@jest/globals'
import { createCatchUp } from './catch-up.ts'
import type { SearchClient } from './client.ts'
import { indexNames } from './names.ts'

/** A cluster whose refreshes take until the test lets them go. */
function slowCluster() {
  const begun: PromiseWithResolvers<void>[] = []
  const client = {
    async request() {
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
  it('never takes a refresh for its own that began before the call: it may have missed what was put since', async () => {
    const { client, begun } = slowCluster()
    const catchUp = createCatchUp(client, indexNames(''))
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
    const catchUp = createCatchUp(client, indexNames(''))
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

  it('leaves it to the search to say that the cluster is down', async () => {
    const client = { request: () => Promise.reject(new Error('down')) } as unknown as SearchClient
    const catchUp = createCatchUp(client, indexNames(''))
    await expect(catchUp()).resolves.toBeUndefined()
    await expect(catchUp()).resolves.toBeUndefined()
  })
})
