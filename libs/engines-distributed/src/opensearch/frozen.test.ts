import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import { DEFAULTS } from '../config.ts'
import { testSurroundings } from '../testing/harnesses.ts'
import { type OpenSearchIndex, openLogIndex } from './log-index.ts'

jest.setTimeout(60_000)
const TENANT = tenantId('ten_frozen')
const QUERY = { from: 0, to: 1, order: 'desc', limit: 10, deadlineMs: 2_000 } as const

/** Speaks enough of OpenSearch for an empty index; while it is frozen it takes connections and answers nothing. */
let frozen: boolean
let asked: number
let held: ServerResponse[]
let server: Server
let index: OpenSearchIndex

const answerTo = (path: string): object => {
  if (path === '/') return { version: { distribution: 'opensearch', number: '3.6.0' } }
  if (path.includes('/_search')) return { timed_out: false, _shards: { total: 0, successful: 0 }, hits: { hits: [] } }
  return {}
}

beforeEach(async () => {
  frozen = false
  asked = 0
  held = []
  server = createServer((request, response) => {
    asked++
    if (frozen) return void held.push(response)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answerTo(request.url ?? '')))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const urls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]
  index = await openLogIndex('', { ...DEFAULTS.opensearch, answerMs: 300, urls }, testSurroundings())
})
afterEach(async () => {
  // What was given up and is tried once more is answered.
  frozen = false
  for (const response of held) response.destroy()
  await index.close()
  server.closeAllConnections()
  server.close()
})

describe('a frozen OpenSearch', () => {
  const reads: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a search', () => index.search(TENANT, QUERY)],
    ['facets', () => index.facets(TENANT, { ...QUERY, fields: ['category'], top: 5 })],
    ['a histogram', () => index.histogram(TENANT, { ...QUERY, intervalMs: 1 })],
    ['a read', () => index.read(TENANT, 'evt_1')],
  ]

  it.each(reads)('answers %s with 503 in bounded time', async (_, read) => {
    frozen = true
    const began = performance.now()
    await expect(read()).rejects.toMatchObject({ code: 'unavailable' })
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  it('is not asked again by every search once it was silent, and answers as soon as it thaws', async () => {
    frozen = true
    const searches = async (): Promise<number> => {
      const before = asked
      for (let i = 0; i < 5; i++)
        await expect(index.search(TENANT, QUERY)).rejects.toMatchObject({ code: 'unavailable' })
      return asked - before
    }
    while ((await searches()) > 0);
    frozen = false
    for (;;) {
      const found = await index.search(TENANT, QUERY).catch(() => undefined)
      if (found?.items.length === 0 && found.coverage.incomplete.length === 0) break
      await sleep(100)
    }
    expect(await index.read(TENANT, 'evt_1')).toBeUndefined()
  })
})
