import { describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import type { SearchQuery } from '@wardline/ports'
import type { Catalogue } from './catalogue.ts'
import type { SearchClient } from './client.ts'
import { indexNames } from './names.ts'
import { searchPage } from './search.ts'

const names = indexNames('t-')
const index = 't-logs-standard-2026-11-21-000001'
const catalogue = { tiers: async () => ({ of: () => 'hot', all: ['hot'] }) } as unknown as Catalogue
const query: SearchQuery = { from: 0, to: 100, order: 'asc', limit: 2, deadlineMs: 1000 }

const answer = (times: readonly number[], failed = 0) => ({
  timed_out: false,
  _shards: { total: 3, successful: 3 - failed, failures: failed > 0 ? [{ index }] : [] },
  hits: { hits: times.map(t => ({ _index: index, _source: { event: `{"event_id":"${t}"}` }, sort: [t, `evt_${t}`] })) },
})

/**
 * The page that results when the cluster gives these answers, one after another, the last one forever; and the number
 * of requests.
 */
async function page(answers: readonly unknown[]) {
  let asked = 0
  const client = { request: async () => answers[Math.min(asked++, answers.length - 1)] } as unknown as SearchClient
  const found = await searchPage(client, names, catalogue, tenantId('ten_a'), query)
  return { asked, ids: found.items.map(i => i.event.event_id), next: found.next, coverage: found.coverage.incomplete }
}

describe('a page of OpenSearch', () => {
  it('is requested again when a shard has gone away with its hits, and continues at the right place', async () => {
    expect(await page([answer([1], 1), answer([1, 2, 3])])).toEqual({
      asked: 2,
      ids: ['1', '2'],
      next: '[2,"evt_2"]',
      coverage: [],
    })
  })

  it('reports the day of a shard that stays away as not searched', async () => {
    expect(await page([answer([1], 1)])).toEqual({
      asked: 3,
      ids: ['1'],
      next: null,
      coverage: [{ from: '2026-11-21', to: '2026-11-21', reason: 'unavailable' }],
    })
  })

  it('is requested once when it is full, or when no shard has failed', async () => {
    expect((await page([answer([1, 2, 3], 1)])).asked).toBe(1)
    expect((await page([answer([])])).asked).toBe(1)
  })
})
