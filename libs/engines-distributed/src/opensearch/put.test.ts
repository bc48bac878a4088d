import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { indexTokens, newId, type TenantId, tenantId } from '@wardline/kernel'
import type { IndexItem } from '@wardline/ports'
import { DEFAULTS, type DistributedConfig } from '../config.ts'
import { describeWithEngines } from '../testing/describe-with-engines.ts'
import { testConfig } from '../testing/engines.ts'
import { removeIndices, testSurroundings } from '../testing/harnesses.ts'
import { createSearchClient } from './client.ts'
import { type OpenSearchIndex, openLogIndex } from './log-index.ts'

jest.setTimeout(120_000)
const tenant: TenantId = tenantId(`ten_${newId('ten').slice(4)}`)

const item = (eventId: string, over: Partial<IndexItem> = {}): IndexItem => ({
  tenantId: tenant,
  eventId,
  partitionDay: '2026-11-21',
  retentionClass: 'default',
  eventTime: Date.parse('2026-11-21T12:00:00Z'),
  words: indexTokens('something happened'),
  filters: {
    severityId: 1,
    category: 'c',
    eventType: 't',
    logSourceId: 'src_a',
    assetId: null,
    users: [],
    ips: [],
    hosts: [],
  },
  event: { event_id: eventId, unmapped: { __proto__: { a: 1 }, 'a.b': { $c: '1' } } },
  receivedAt: Date.parse('2026-11-21T12:00:00Z'),
  origin: null,
  repeatable: false,
  ...over,
})

describeWithEngines('putting into OpenSearch', engines => {
  let config: DistributedConfig
  let index: OpenSearchIndex
  beforeEach(async () => {
    config = testConfig(engines)
    index = await openLogIndex(config.prefix, config.opensearch, testSurroundings())
  })
  afterEach(async () => {
    await index.close()
    await removeIndices(config)
  })

  it('refuses a document that cannot be mapped, and accepts its neighbours', async () => {
    const bad = item('evt_2', { filters: { ...item('x').filters, users: ['u'.repeat(40_000)] } })
    const results = await index.put([item('evt_1'), bad, item('evt_3')])
    expect(results).toEqual(['created', { refused: expect.stringMatching(/exception$/) }, 'created'])
  })

  it('stores an event with a thousand strange names without adding a field to the mapping', async () => {
    const unmapped = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`field.${n}$`, { [`x${n}`]: n }]))
    const event = { event_id: 'evt_1', unmapped: JSON.parse(`{"__proto__":1,"constructor":{"a":[]}}`), more: unmapped }
    expect(await index.put([item('evt_1', { event })])).toEqual(['created'])
    expect(JSON.stringify(await index.read(tenant, 'evt_1'))).toBe(JSON.stringify({ event, tier: 'hot' }))
  })

  it('writes nothing to an index with our name and a foreign mapping, loses nothing, and reports it', async () => {
    const client = createSearchClient(config.opensearch)
    const foreign = `${config.prefix}logs-default-2026-11-22-000001`
    await client.request({ method: 'DELETE', path: `/_index_template/${config.prefix}logs` })
    await client.request({
      method: 'PUT',
      path: `/${foreign}`,
      body: { mappings: { properties: { tenant: { type: 'text' } } } },
    })
    await index.close()
    index = await openLogIndex(config.prefix, config.opensearch, testSurroundings())
    const late = item('evt_2', { partitionDay: '2026-11-22' })
    expect(await index.put([item('evt_1'), late])).toEqual(['created', 'retry'])
    await expect(index.ping()).rejects.toThrow(foreign)
    await client.request({ method: 'DELETE', path: `/${foreign}` })
    expect(await index.put([late])).toEqual(['created'])
    await expect(index.ping()).resolves.toBeUndefined()
    await client.close()
  })

  it('fails with an error, not with an empty result, when the cluster cannot be reached', async () => {
    const lost = { ...config.opensearch, urls: ['http://127.0.0.1:1'] }
    const abort = new AbortController()
    const opening = openLogIndex(config.prefix, lost, { ...testSurroundings(), signal: abort.signal })
    abort.abort(new Error('enough'))
    await expect(opening).rejects.toThrow()
  })
})

describe('a cluster that is busy', () => {
  /** Speaks as OpenSearch does, and answers bulks as the test says: a status for each item, or for the request. */
  async function busyCluster(answers: (readonly number[] | number)[]) {
    const server = createServer(async (request, response) => {
      for await (const _ of request);
      const say = (status: number, body: unknown): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.url?.startsWith('/_bulk')) {
        const next = answers.length > 1 ? answers.shift()! : answers[0]!
        if (typeof next === 'number') say(next, { error: { type: 'busy' }, status: next })
        else say(200, { items: next.map(status => ({ create: { status, error: { type: 'busy' } } })) })
      } else if (request.url?.includes('_mapping')) say(200, { i: { mappings: { _meta: { wardline_mapping: 1 } } } })
      else say(200, { version: { distribution: 'opensearch', number: '3.6.0' } })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const urls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]
    const index = await openLogIndex('', { ...DEFAULTS.opensearch, urls }, testSurroundings())
    return {
      index,
      async close() {
        await index.close()
        server.closeAllConnections()
        await new Promise(resolve => server.close(resolve))
      },
    }
  }
  const put = async (answers: (readonly number[] | number)[], count: number) => {
    const cluster = await busyCluster(answers)
    const results = await cluster.index.put(Array.from({ length: count }, (_, n) => item(`evt_${n}`)))
    await cluster.close()
    return results
  }

  it('gets only the items again that it did not accept', async () => {
    expect(await put([[201, 429, 503, 409], [201, 429], [201]], 4)).toEqual([
      'created',
      'created',
      'created',
      'duplicate',
    ])
  })

  it('is not tried forever: then the caller gets `retry`', async () => {
    expect(await put([[201, 429], [429]], 2)).toEqual(['created', 'retry'])
    expect(await put([503], 2)).toEqual(['retry', 'retry'])
  })

  it('refuses only what is the document’s own fault', async () => {
    expect(
      await put(
        [
          [400, 403, 404],
          [429, 500],
          [503, 503],
        ],
        3,
      ),
    ).toEqual([{ refused: 'busy' }, 'retry', 'retry'])
  })
})
