import { describe, expect, it } from '@jest/globals'
import { type CallOptions, createKit, detection, detections, type Kit, OTHER_TENANT } from '../testing/kit.ts'

type Page = { items: { alert_id: string; sequence: number }[]; next_cursor: string | null }

const page = async (kit: Kit, query: Record<string, unknown>, o: CallOptions = {}): Promise<Page> =>
  (await kit.call('listAlerts', { ...o, query })).body as Page
const found = async (kit: Kit, query: Record<string, unknown>): Promise<string[]> =>
  (await page(kit, { order: 'asc', ...query })).items.map(i => i.alert_id)

async function various(): Promise<Kit> {
  const kit = createKit()
  const rule = detection('a').payload.rule
  await kit.project(
    detection('a', { severity: 'informational', last_event_at: '2026-11-20T10:00:00.000Z' }),
    detection('b', { severity: 'medium', rule: { ...rule, rule_id: 'rul_other', sigma_id: 'other' } }),
    detection('c', { severity: 'high', source_log_ids: ['src_1', 'src_2'] }),
    detection('d', { severity: 'critical', last_event_at: '2026-11-21T12:00:00Z' }),
  )
  await kit.project(...detections('theirs', 2, { tenant: OTHER_TENANT }))
  await kit.call('updateAlert', { params: { alert_id: 'alr_c' }, body: { status: 'acknowledged' }, ifMatch: '"1"' })
  return kit
}

describe('Listing alerts', () => {
  it('returns whole records, newest first', async () => {
    const kit = await various()
    const { items, next_cursor } = await page(kit, {})
    expect(items.map(i => i.sequence)).toEqual([4, 3, 2, 1])
    expect(next_cursor).toBeNull()
    expect(items[0]).toEqual((await kit.call('readAlert', { params: { alert_id: 'alr_d' } })).body)
  })

  it.each([
    ['rule_id', { rule_id: 'rul_other' }, ['alr_b']],
    ['sigma_id', { sigma_id: 'other' }, ['alr_b']],
    ['any of the log sources', { log_source_id: 'src_2' }, ['alr_c']],
    ['one of several severities', { severity: ['medium', 'critical'] }, ['alr_b', 'alr_d']],
    ['least severity', { min_severity: 'high' }, ['alr_c', 'alr_d']],
    ['severity and minimum severity', { severity: ['medium', 'critical'], min_severity: 'high' }, ['alr_d']],
    ['a severity below the minimum', { severity: ['low'], min_severity: 'high' }, []],
    ['status', { status: ['acknowledged', 'closed'] }, ['alr_c']],
    ['sequence', { after_sequence: 2 }, ['alr_c', 'alr_d']],
    ['from, inclusive, in any time zone', { from: '2026-11-21T13:00:00+01:00' }, ['alr_d']],
    ['to, exclusive', { to: '2026-11-21T12:00:00Z' }, ['alr_a', 'alr_b', 'alr_c']],
    ['both ends', { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }, ['alr_a']],
    [
      'everything at once',
      { status: ['open'], min_severity: 'medium', rule_id: 'rul_brute', after_sequence: 1 },
      ['alr_d'],
    ],
    ['an unknown id', { rule_id: 'rul_none' }, []],
  ])('filters by %s', async (_, query, expected) => {
    expect(await found(await various(), query)).toEqual(expected)
  })

  it('refuses a time that does not exist', async () => {
    const query = { from: '2016-12-31T23:59:60Z' }
    await expect(createKit().call('listAlerts', { query })).rejects.toMatchObject({
      status: 400,
      code: 'query_invalid',
    })
  })

  it('walks all pages in both directions, each alert once, even while new ones arrive', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const kit = createKit()
      await kit.project(...detections('d', 25))
      const seen: number[] = []
      let cursor: string | null = null
      do {
        const { items, next_cursor }: Page = await page(kit, { order, limit: 4, ...(cursor ? { cursor } : {}) })
        seen.push(...items.map(i => i.sequence))
        if (seen.length === 12) await kit.project(...detections('new', 3))
        cursor = next_cursor
      } while (cursor)
      const upwards = Array.from({ length: order === 'asc' ? 28 : 25 }, (_, i) => i + 1)
      expect(seen).toEqual(order === 'asc' ? upwards : upwards.toReversed())
    }
  })

  it('refuses a cursor of another query, tenant or role', async () => {
    const kit = createKit()
    await kit.project(...detections('d', 3))
    const { next_cursor: cursor } = await page(kit, { limit: 1 })
    const invalid = { code: 'cursor_invalid', status: 400 }
    await expect(page(kit, { limit: 1, cursor, order: 'asc' })).rejects.toMatchObject(invalid)
    await expect(page(kit, { limit: 1, cursor }, { tenant: OTHER_TENANT })).rejects.toMatchObject(invalid)
    await expect(page(kit, { limit: 1, cursor }, { roles: ['auditor'] })).rejects.toMatchObject(invalid)
    await expect(page(kit, { limit: 2, cursor })).resolves.toMatchObject({ next_cursor: null })
  })
})

describe('One alert', () => {
  it('is not found by another tenant, to read or to change, like an alert that never existed', async () => {
    const kit = await various()
    for (const operation of ['readAlert', 'updateAlert'] as const) {
      for (const o of [{ tenant: OTHER_TENANT, alert_id: 'alr_a' }, { alert_id: 'alr_none' }]) {
        const { alert_id, ...rest } = o
        const request = { ...rest, params: { alert_id }, body: { status: 'closed' }, ifMatch: '*' }
        await expect(kit.call(operation, request)).rejects.toMatchObject({ code: 'not_found', detail: undefined })
      }
    }
  })

  it('moves between any two states, with the If-Match of the version that was read', async () => {
    const kit = await various()
    const params = { alert_id: 'alr_a' }
    let version = (await kit.call('readAlert', { params })).version!
    for (const status of ['closed', 'open', 'acknowledged', 'closed', 'acknowledged', 'open']) {
      const answer = await kit.call('updateAlert', { params, body: { status }, ifMatch: `"${version}"` })
      expect(answer).toMatchObject({ status: 200, version: version + 1, body: { status, sequence: 1 } })
      version = answer.version!
    }
    const same = await kit.call('updateAlert', { params, body: {}, ifMatch: `"${version}"` })
    expect(same).toMatchObject({ status: 200, version })
  })

  it('is not changed without If-Match, or with an old one', async () => {
    const kit = await various()
    const change = { params: { alert_id: 'alr_c' }, body: { status: 'closed' } }
    await expect(kit.call('updateAlert', change)).rejects.toMatchObject({ status: 428, code: 'precondition_required' })
    await expect(kit.call('updateAlert', { ...change, ifMatch: '"1"' })).rejects.toMatchObject({
      status: 412,
      code: 'precondition_failed',
    })
  })
})
