import { describe, expect, it } from '@jest/globals'
import { as, codeOf, createKit, cron, failed, OTHER_TENANT } from '../testing/kit.ts'

async function ready() {
  const kit = createKit()
  await kit.store(
    failed('root', 'root', '203.0.113.9', { asset: 'ast_1' }),
    failed('ann', 'ann', '198.51.100.7', { source: 'src_2' }),
    cron('cron', '2026-11-21T09:29:57Z'),
    { name: 'old', at: '2026-09-01T00:00:00Z', text: 'quarterly report finished' },
    failed('theirs', 'root', '203.0.113.9', { tenant: OTHER_TENANT }),
  )
  const page = async (search = '', principal = as('analyst')) =>
    (await kit.call('searchLogs', { search, principal })).body
  const found = async (search = '', principal = as('analyst')) =>
    ((await page(search, principal)).items as { event_id: string }[]).map(e => e.event_id.slice(4)).sort()
  const summaryOf = async (id: string) =>
    String((await kit.call('readLogEvent', { params: { event_id: `evt_${id}` } })).body.summary)
  return { ...kit, page, found, summaryOf }
}

describe('GET /logs/search', () => {
  it('searches the last 24 hours of the own tenant by default, and says so', async () => {
    const { page } = await ready()
    const body = await page()
    expect((body.items as { event_id: string }[]).map(e => e.event_id)).toEqual(['evt_root', 'evt_ann', 'evt_cron'])
    expect(body.next_cursor).toBeNull()
    expect(body.coverage).toEqual({
      tiers: ['hot'],
      from: '2026-11-20T09:30:00.000Z',
      to: '2026-11-21T09:30:00.000Z',
      incomplete: [],
    })
  })

  it('returns the same members as the single read', async () => {
    const { page, call } = await ready()
    const [item] = (await page('asset_id=ast_1')).items as Record<string, unknown>[]
    expect(item).toMatchObject({ event_id: 'evt_root', tier: 'hot', tenant_id: 'ten_a' })
    expect(item).toEqual((await call('readLogEvent', { params: { event_id: 'evt_root' } })).body)
  })

  it('treats from as inclusive and to as exclusive, on the event time', async () => {
    const { found } = await ready()
    expect(await found('from=2026-11-21T09:29:57Z&to=2026-11-21T09:29:58Z')).toEqual(['cron'])
    expect(await found('from=2026-11-21T09:29:58.000Z')).toEqual(['ann', 'root'])
    expect(await found('to=2026-09-01T00:00:00.001Z')).toEqual(['old'])
    expect(await found('from=2026-11-21T09:00:00Z&to=2026-11-21T09:00:00Z')).toEqual([])
  })

  it('filters exactly, joining filters with AND and repeated values with OR', async () => {
    const { found } = await ready()
    expect(await found('log_source_id=src_2')).toEqual(['ann'])
    expect(await found('asset_id=ast_1')).toEqual(['root'])
    expect(await found('event_type=authentication')).toEqual(['ann', 'root'])
    expect(await found('event_type=authentication&log_source_id=src_1')).toEqual(['root'])
    expect(await found('category=identity_access_management&category=no_such_category')).toEqual(['ann', 'root'])
    expect(await found('user=ANN')).toEqual(['ann'])
    expect(await found('ip=203.0.113.9')).toEqual(['root'])
    expect(await found('host=web1&user=root')).toEqual(['root'])
  })

  it('leaves out events with any of the excluded values', async () => {
    const { found } = await ready()
    expect(await found('not=user:ROOT')).toEqual(['ann', 'cron'])
    expect(await found('not=user:root&not=user:Ann')).toEqual(['cron'])
    expect(await found('not=event_type:Authentication')).toEqual(['cron'])
    expect(await found('not=log_source_id:src_2&not=asset_id:ast_1')).toEqual(['cron'])
    expect(await found('user=ann&not=ip:203.0.113.9')).toEqual(['ann'])
    expect(await found('not=host:web1')).toEqual([])
    expect(await found('not=user:a:b&not=host:%22%20OR%20%22')).toEqual(['ann', 'cron', 'root'])
    for (const s of ['informational', 'low', 'medium', 'high', 'critical']) {
      const all = [...(await found(`severity=${s}`)), ...(await found(`not=severity:${s}`))]
      expect(all.sort()).toEqual(['ann', 'cron', 'root'])
    }
  })

  it('filters by severity name and by minimum severity', async () => {
    const { found, page } = await ready()
    const all = (await page()).items as { event_id: string; severity: string }[]
    const order = ['informational', 'low', 'medium', 'high', 'critical']
    for (const [i, severity] of order.entries()) {
      const exactly = all.filter(e => e.severity === severity).map(e => e.event_id.slice(4))
      const atLeast = all.filter(e => order.indexOf(e.severity) >= i).map(e => e.event_id.slice(4))
      expect(await found(`severity=${severity}`)).toEqual(exactly.sort())
      expect(await found(`min_severity=${severity}`)).toEqual(atLeast.sort())
    }
    expect(await found(`severity=informational&severity=critical&min_severity=low&severity=low`)).toEqual(
      all
        .filter(e => ['low', 'critical'].includes(e.severity))
        .map(e => e.event_id.slice(4))
        .sort(),
    )
    expect(await found('severity=informational&min_severity=high')).toEqual([])
  })

  it("returns an empty page for unknown ids and another tenant's ids", async () => {
    const { found } = await ready()
    expect(await found('log_source_id=src_nobody')).toEqual([])
    expect(await found('asset_id=x')).toEqual([])
    expect(await found('', as('analyst', OTHER_TENANT))).toEqual(['theirs'])
    expect(await found('asset_id=ast_1', as('analyst', OTHER_TENANT))).toEqual([])
  })
})

describe('q', () => {
  it('finds summaries that contain every word, ignoring case', async () => {
    const { found } = await ready()
    expect(await found('q=failed+PASSWORD')).toEqual(['ann', 'root'])
    expect(await found('q=failed+rotate')).toEqual([])
    expect(await found('q=fail')).toEqual([])
  })

  it('finds an address that an internal role types by its pseudonym, alone and among words', async () => {
    const { found, summaryOf } = await ready()
    expect(await summaryOf('root')).not.toContain('203.0.113.9')
    expect(await found('q=203.0.113.9')).toEqual(['root'])
    expect(await found('q=failed+from+203.0.113.9')).toEqual(['root'])
    expect(await found('q=failed+from+192.0.2.1')).toEqual([])
  })

  it('finds a name that an internal role types by its pseudonym, even if nothing marks it as a name', async () => {
    const { found, summaryOf, store } = await ready()
    await store({ name: 'host', at: '2026-11-21T09:29:56Z', text: 'lost hostname=laptop7', host: 'laptop7' })
    expect(await summaryOf('ann')).not.toContain('ann')
    expect(await found('q=ann')).toEqual(['ann'])
    expect(await found('q=failed+ANN')).toEqual(['ann'])
    expect(await found('q=rotate+ann')).toEqual([])
    expect(await found('q=root')).toEqual(['root'])
    expect(await summaryOf('host')).not.toContain('laptop7')
    expect(await found('q=lost+laptop7')).toEqual(['host'])
  })

  it('finds an event by any part of a word that its summary shows in part only, and by the word itself', async () => {
    const { found, summaryOf, store } = await ready()
    await store({ name: 'file', text: 'wrote /srv/quillby_backup-2026.tgz at night', user: 'quillby' })
    expect(await summaryOf('file')).not.toContain('quillby')
    for (const q of ['quillby', 'quillby_backup-2026.tgz', '/srv/quillby_backup-2026.tgz', 'Quillby_backup', 'night'])
      expect(await found(`q=${encodeURIComponent(q)}`)).toEqual(['file'])
    expect(await found('q=quillby', as('auditor'))).toEqual([])
    expect(await found('q=quillby_backup-2026.tgz', as('auditor'))).toEqual([])
    expect(await found('q=quillby_backup-2025.tgz')).toEqual([])
  })

  it('finds a pseudonym copied from a summary, for every role', async () => {
    const { found, summaryOf } = await ready()
    const pseudonym = /ip:1~[a-z2-7]+/.exec(await summaryOf('root'))![0]
    expect(await found(`q=${encodeURIComponent(pseudonym)}`)).toEqual(['root'])
    expect(await found(`q=${encodeURIComponent(`password ${pseudonym}`)}`)).toEqual(['root'])
    expect(await found(`q=${encodeURIComponent(pseudonym)}`, as('auditor'))).toEqual(['root'])
  })

  it("matches an auditor's words as they are, so redacted values are not found", async () => {
    const { found } = await ready()
    expect(await found('q=failed', as('auditor'))).toEqual(['ann', 'root'])
    expect(await found('q=203.0.113.9', as('auditor'))).toEqual([])
    expect(await found('q=ann', as('auditor'))).toEqual([])
  })

  it.each(['"', '*', '(', 'a"b', 'NEAR(', 'AND', "';--", '%22%20OR%20%22', '\\'])('treats %s as text', async q => {
    const { found } = await ready()
    expect(await found(`q=${q}`)).toEqual([])
  })

  it('finds nothing with separators only, and is no condition when empty', async () => {
    const { found } = await ready()
    expect(await found('q=---')).toEqual([])
    expect(await found('q=%00%20')).toEqual([])
    expect(await found('q=')).toHaveLength(3)
  })

  it('has at most 256 characters and 32 words', async () => {
    const { call } = await ready()
    const words = (n: number) => Array.from({ length: n }, (_, i) => `w${i}`).join('+')
    expect((await call('searchLogs', { search: `q=${'x'.repeat(256)}` })).status).toBe(200)
    expect((await call('searchLogs', { search: `q=${words(32)}` })).status).toBe(200)
    expect(await codeOf(call('searchLogs', { search: `q=${'x'.repeat(257)}` }))).toBe('query_invalid')
    expect(await codeOf(call('searchLogs', { search: `q=${words(33)}` }))).toBe('query_invalid')
  })
})

describe('what a search refuses', () => {
  it.each([
    'from=yesterday',
    'to=2026-13-01T00:00:00Z',
    'from=2026-11-21T10:00:00Z&to=2026-11-21T09:00:00Z',
    'from=2026-07-24T09:29:59Z',
    'from=0001-01-01T00:00:00Z',
    'to=0000-01-01T00:00:00Z',
    'from=9999-12-31T00:00:00Z',
    'severity=severe',
    'min_severity=low&min_severity=high',
    'order=random',
    'limit=0',
    'limit=201',
    'limit=ten',
    'sort=asc',
    'q=a&q=b',
    'q=%ff',
    'not=user',
    'not=user:',
    'not=summary:x',
    'not=severity:severe',
    `not=user:${'x'.repeat(257)}`,
    Array.from({ length: 21 }, (_, i) => `not=user:u${i}`).join('&'),
  ])('%s', async search => {
    const { call } = await ready()
    expect(await codeOf(call('searchLogs', { search }))).toBe('query_invalid')
  })

  it.each(['to=9999-12-31T23:59:59Z', 'to=0001-01-02T00:00:00Z', 'from=2026-07-24T09:30:00Z'])(
    'but not %s',
    async search => {
      const { call } = await ready()
      expect((await call('searchLogs', { search })).status).toBe(200)
    },
  )
})

describe('a walk', () => {
  async function long() {
    const kit = createKit()
    await kit.store(...Array.from({ length: 25 }, (_, i) => ({ name: `e${i}`, text: `plain message number ${i}` })))
    kit.clock.advance(1_000)
    const page = async (search: string, principal = as('analyst')) =>
      (await kit.call('searchLogs', { search, principal })).body as {
        items: { event_id: string }[]
        next_cursor: string | null
        coverage: object
      }
    const walk = async (search: string, between = async () => {}): Promise<string[]> => {
      const ids: string[] = []
      for (let cursor: string | null = ''; cursor !== null; await between()) {
        const body: Awaited<ReturnType<typeof page>> = await page(`${search}${cursor && `&cursor=${cursor}`}`)
        ids.push(...body.items.map(e => e.event_id))
        cursor = body.next_cursor
      }
      return ids
    }
    return { ...kit, page, walk }
  }

  it.each(['asc', 'desc'])('returns everything once, ordered %s, for any page size', async order => {
    const { walk } = await long()
    const ids = await walk(`order=${order}&limit=7`)
    expect(new Set(ids).size).toBe(25)
    expect(ids).toHaveLength(25)
    expect(await walk(`order=${order}&limit=200`)).toEqual(ids)
  })

  it('keeps the time span of its first page while time passes', async () => {
    const { page, clock } = await long()
    const first = await page('limit=5')
    clock.advance(23 * 3_600_000)
    const second = await page(`limit=9&cursor=${first.next_cursor}`)
    expect(second.coverage).toEqual(first.coverage)
    expect(second.items).toHaveLength(9)
  })

  it('cannot continue with a cursor of another query, tenant or role, or a forged one', async () => {
    const { page } = await long()
    const cursor = (await page('limit=5&q=message')).next_cursor
    const go = (search: string, principal = as('analyst')) => codeOf(page(search, principal))
    expect(await go(`q=plain&cursor=${cursor}`)).toBe('cursor_invalid')
    expect(await go(`cursor=${cursor}`)).toBe('cursor_invalid')
    expect(await go(`q=message&order=asc&cursor=${cursor}`)).toBe('cursor_invalid')
    expect(await go(`q=message&cursor=${cursor}`, as('analyst', OTHER_TENANT))).toBe('cursor_invalid')
    expect(await go(`q=message&cursor=${cursor}`, as('auditor'))).toBe('cursor_invalid')
    expect(await go(`q=message&cursor=${cursor?.slice(0, -2)}AA`)).toBe('cursor_invalid')
    expect(await go('q=message&cursor=')).toBe('cursor_invalid')
    expect((await page(`q=message&limit=3&cursor=${cursor}`, as('operator'))).items).toHaveLength(3)
  })
})

describe('GET /logs/{event_id}', () => {
  it('is 404 until searchable, for unknown ids and for those of another tenant', async () => {
    const { call } = await ready()
    for (const event_id of ['evt_none', 'evt_theirs', 'x'.repeat(300), '\u0000']) {
      expect(await codeOf(call('readLogEvent', { params: { event_id } }))).toBe('not_found')
    }
  })

  it('is 409 once archived', async () => {
    const kit = createKit({ throughIndex: index => ({ ...index, read: async () => 'archived' }) })
    expect(await codeOf(kit.call('readLogEvent', { params: { event_id: 'evt_1' } }))).toBe('event_archived')
  })
})
