import { describe, expect, it } from '@jest/globals'
import type { LogIndex } from '@wardline/ports'
import { as, codeOf, createKit, cron, failed, OTHER_TENANT } from '../testing/kit.ts'

async function ready() {
  const kit = createKit()
  await kit.store(
    failed('1', 'ann', '203.0.113.9', { asset: 'ast_1' }),
    failed('2', 'bob', '203.0.113.9', { source: 'src_2' }),
    cron('3', '2026-11-21T08:10:00Z'),
    failed('4', 'ann', '203.0.113.9', { tenant: OTHER_TENANT }),
  )
  const facets = async (search = '', principal = as('analyst')) =>
    (await kit.call('readLogFacets', { search, principal })).body
  const histogram = async (search = '', principal = as('analyst')) =>
    (await kit.call('readLogHistogram', { search, principal })).body as {
      interval_seconds: number
      buckets: { start: string; count: number; by_severity: Record<string, number> }[]
      coverage: object
    }
  return { ...kit, facets, histogram }
}

describe('GET /logs/search/facets', () => {
  it('counts the events of a search by every field, for the own tenant and the last 24 hours', async () => {
    const { facets } = await ready()
    expect(await facets()).toEqual({
      facets: [
        {
          field: 'severity',
          values: [
            { value: 'low', count: 2 },
            { value: 'informational', count: 1 },
          ],
          truncated: false,
        },
        {
          field: 'category',
          values: [
            { value: 'identity_access_management', count: 2 },
            { value: 'system_activity', count: 1 },
          ],
          truncated: false,
        },
        {
          field: 'event_type',
          values: [
            { value: 'authentication', count: 2 },
            { value: 'scheduled_job_activity', count: 1 },
          ],
          truncated: false,
        },
        {
          field: 'log_source_id',
          values: [
            { value: 'src_1', count: 2 },
            { value: 'src_2', count: 1 },
          ],
          truncated: false,
        },
        { field: 'asset_id', values: [{ value: 'ast_1', count: 1 }], truncated: false },
      ],
      total: 3,
      exact: true,
      coverage: {
        tiers: ['hot'],
        from: '2026-11-20T09:30:00.000Z',
        to: '2026-11-21T09:30:00.000Z',
        incomplete: [],
      },
    })
  })

  it('takes the filters of a search, the fields to count by and how many values of each', async () => {
    const { facets } = await ready()
    const by = async (search: string) => (await facets(search)).facets
    expect(await by('field=log_source_id&field=severity&top=1')).toEqual([
      { field: 'log_source_id', values: [{ value: 'src_1', count: 2 }], truncated: true },
      { field: 'severity', values: [{ value: 'low', count: 2 }], truncated: true },
    ])
    expect(await by('field=log_source_id&q=failed&user=bob')).toEqual([
      { field: 'log_source_id', values: [{ value: 'src_2', count: 1 }], truncated: false },
    ])
    expect(await by('field=asset_id&q=failed+203.0.113.9')).toEqual([
      { field: 'asset_id', values: [{ value: 'ast_1', count: 1 }], truncated: false },
    ])
    expect(await facets('field=category&log_source_id=src_nobody')).toMatchObject({
      facets: [{ field: 'category', values: [], truncated: false }],
      total: 0,
    })
  })

  it.each([
    'field=user',
    'field=summary',
    'top=0',
    'top=101',
    'limit=5',
    'cursor=x',
    'order=asc',
    'from=2026-01-01T00:00:00Z',
  ])('refuses %s', async search => {
    const { facets } = await ready()
    expect(await codeOf(facets(search))).toBe('query_invalid')
  })

  it('reports what was not counted', async () => {
    const incomplete = [{ from: '2026-11-20', to: '2026-11-20', reason: 'deadline' }]
    const late = (index: LogIndex): LogIndex => ({
      ...index,
      facets: async (tenant, query) => ({
        ...(await index.facets(tenant, query)),
        exact: false,
        coverage: { tiers: ['hot'], incomplete },
      }),
    })
    const { call } = createKit({ throughIndex: late })
    expect((await call('readLogFacets', {})).body).toMatchObject({ exact: false, coverage: { incomplete } })
  })
})

describe('GET /logs/search/histogram', () => {
  it('counts over time by severity, in buckets that begin at multiples of their width, empty ones included', async () => {
    const { histogram } = await ready()
    const body = await histogram('from=2026-11-21T07:30:00Z&interval_seconds=3600')
    const none = { informational: 0, low: 0, medium: 0, high: 0, critical: 0 }
    expect(body).toEqual({
      interval_seconds: 3600,
      buckets: [
        { start: '2026-11-21T07:00:00.000Z', count: 0, by_severity: none },
        { start: '2026-11-21T08:00:00.000Z', count: 1, by_severity: { ...none, informational: 1 } },
        { start: '2026-11-21T09:00:00.000Z', count: 2, by_severity: { ...none, low: 2 } },
      ],
      coverage: {
        tiers: ['hot'],
        from: '2026-11-21T07:30:00.000Z',
        to: '2026-11-21T09:30:00.000Z',
        incomplete: [],
      },
    })
  })

  it.each([
    ['', 600, 144],
    ['from=2026-11-21T08:30:00Z', 60, 60],
    ['from=2026-11-14T09:30:00Z', 3_600, 169],
    ['from=2026-07-24T09:30:00Z', 86_400, 121],
    ['from=2026-11-21T09:30:00Z', 60, 0],
    ['to=0000-01-02T00:00:00Z', 600, 144],
    ['to=9999-12-31T23:59:59.999Z', 600, 145],
  ])('of "%s" has buckets of %d s, and %d of them', async (search, seconds, count) => {
    const { histogram } = await ready()
    const body = await histogram(search)
    expect([body.interval_seconds, body.buckets.length]).toEqual([seconds, count])
  })

  it('counts what a search with the same filters finds', async () => {
    const { histogram, call } = await ready()
    for (const search of [
      'q=failed',
      'user=ann',
      'q=failed+203.0.113.9',
      'event_type=authentication',
      'ip=192.0.2.1',
    ]) {
      const { items } = (await call('searchLogs', { search })).body as { items: unknown[] }
      const { buckets } = await histogram(search)
      expect(buckets.reduce((sum, b) => sum + b.count, 0)).toBe(items.length)
    }
  })

  it.each([
    'interval_seconds=0',
    'interval_seconds=86401',
    'interval_seconds=60',
    'interval_seconds=1.5',
    'field=severity',
  ])('refuses %s', async search => {
    const { histogram } = await ready()
    expect(await codeOf(histogram(search))).toBe('query_invalid')
  })
})

describe('an auditor', () => {
  it('finds nothing by a name that was redacted', async () => {
    const { facets } = await ready()
    expect((await facets('q=203.0.113.9', as('auditor'))).total).toBe(0)
    expect((await facets('q=203.0.113.9')).total).toBe(2)
  })
})
