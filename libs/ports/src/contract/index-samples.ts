import { DAY_MS, indexTokens, type TenantId } from '@wardline/kernel'
import fc from 'fast-check'
import type { LogIndex } from '../log-index.ts'
import type { IndexItem } from '../log-item.ts'
import type { IndexedEvent, SearchPage, SearchQuery } from '../log-search.ts'

export const NOON = Date.parse('2026-11-21T12:00:00.000Z')
export const YEAR_1 = Date.parse('0001-01-01T00:00:00.000Z')
export const YEAR_9999 = Date.parse('9999-12-31T23:59:59.999Z')

/** An event to put; members that are not given are the same for all. */
export function item(
  tenant: TenantId,
  eventId: string,
  over: Partial<IndexItem> & { summary?: string } = {},
): IndexItem {
  const { summary = 'something happened', ...rest } = over
  const eventTime = over.eventTime ?? NOON
  return {
    tenantId: tenant,
    eventId,
    partitionDay: '2026-11-21',
    retentionClass: 'default',
    eventTime,
    words: indexTokens(summary),
    filters: filters(),
    event: { event_id: eventId, tenant_id: tenant, event_time: eventTime, summary },
    receivedAt: NOON,
    origin: null,
    repeatable: false,
    ...rest,
  }
}

export const filters = (over: Partial<IndexItem['filters']> = {}): IndexItem['filters'] => ({
  severityId: 1,
  category: 'system_activity',
  eventType: 'process_activity',
  logSourceId: 'src_a',
  assetId: null,
  users: [],
  ips: [],
  hosts: [],
  ...over,
})

export const query = (over: Partial<SearchQuery> = {}): SearchQuery => ({
  from: NOON - DAY_MS,
  to: NOON + DAY_MS,
  order: 'desc',
  limit: 50,
  deadlineMs: 10_000,
  ...over,
})

export const idsOf = (items: readonly IndexedEvent[]): string[] => items.map(i => String(i.event.event_id))

/** All pages of a search. @param between runs after each page. */
export async function walkSearch(
  index: LogIndex,
  tenant: TenantId,
  q: SearchQuery,
  between: (page: SearchPage) => Promise<void> = async () => {},
): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await index.search(tenant, after === undefined ? q : { ...q, after })
    ids.push(...idsOf(page.items))
    await between(page)
    if (page.next === null) return ids
    after = page.next
  }
}

/** Times close together and far apart, many of them equal; days that are mostly unrelated to them. */
const times = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 5 }).map(n => NOON + n) },
  { weight: 2, arbitrary: fc.integer({ min: -3, max: 3 }).map(n => NOON + n * DAY_MS) },
  { weight: 1, arbitrary: fc.constantFrom(YEAR_1, YEAR_1 + 1, YEAR_9999, YEAR_9999 - 1, YEAR_9999 - 5000, 0, -1) },
)
const days = fc.constantFrom('2026-11-20', '2026-11-21', '2026-11-22', '2026-01-01')
const SUMMARIES = ['alpha beta', 'beta gamma', 'gamma', 'alpha 10.0.0.1', '']

/** Ids with common beginnings, to test the order among equal times. */
const ids = fc
  .tuple(
    fc.constantFrom('evt_', 'evt_aaaa', 'evt_aaab', 'evt_z', 'evt_2', 'evt_9', 'evt__'),
    fc.integer({ min: 0, max: 60 }),
  )
  .map(([prefix, n]) => `${prefix}${n.toString(36)}`)

export const sampleItems = (tenants: readonly TenantId[]): fc.Arbitrary<IndexItem[]> =>
  fc.uniqueArray(
    fc
      .record({
        tenant: fc.constantFrom(...tenants),
        id: ids,
        eventTime: times,
        partitionDay: days,
        summary: fc.constantFrom(...SUMMARIES),
        severityId: fc.integer({ min: 1, max: 3 }),
        category: fc.constantFrom('a', 'A', 'b b', 'c"'),
        assetId: fc.constantFrom(null, 'ast_1', 'ast_2'),
        users: fc.subarray(['ann', 'bob', 'Ann']),
      })
      .map(r =>
        item(r.tenant, r.id, {
          eventTime: r.eventTime,
          partitionDay: r.partitionDay,
          summary: r.summary,
          filters: filters({ severityId: r.severityId, category: r.category, assetId: r.assetId, users: r.users }),
        }),
      ),
    { selector: i => `${i.tenantId} ${i.eventId}`, minLength: 1, maxLength: 60 },
  )

export const sampleSearch: fc.Arbitrary<SearchQuery> = fc
  .record(
    {
      severityIds: fc.subarray([1, 2, 3], { minLength: 1 }),
      categories: fc.subarray(['a', 'A', 'b b', 'c"', 'd'], { minLength: 1 }),
      assetIds: fc.subarray(['ast_1', 'ast_2'], { minLength: 1 }),
      users: fc.subarray(['ann', 'bob', 'Ann'], { minLength: 1 }),
      not: fc.record(
        {
          severityIds: fc.subarray([1, 2, 3], { maxLength: 2 }),
          categories: fc.subarray(['a', 'b b', 'd']),
          assetIds: fc.subarray(['ast_1', 'ast_2'], { maxLength: 1 }),
          users: fc.subarray(['ann', 'Ann'], { maxLength: 1 }),
        },
        { requiredKeys: [] },
      ),
      words: fc.subarray(['alpha', 'beta', 'gamma', '10.0.0.1', 'none']),
      from: fc.oneof(times, fc.constant(YEAR_1 - DAY_MS)),
      to: fc.oneof(times, fc.constant(YEAR_9999 + DAY_MS)),
      limit: fc.integer({ min: 1, max: 7 }),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    },
    { requiredKeys: ['limit', 'order'] },
  )
  .map(q => query({ from: YEAR_1, to: YEAR_9999 + 1, ...q }))
