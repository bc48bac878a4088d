import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { accountWith, admin, eventually, freshTenant } from './target.ts'

const source = async (format = 'auto', extra: object = {}): Promise<string> => {
  const made = await admin.post('/log-sources', { name: `test ${randomUUID()}`, format, ...extra })
  expect(made.status).toBe(201)
  return made.body.log_source_id
}
const drained = (id: string) =>
  eventually(
    () => admin.get(`/log-sources/${id}/ledger`),
    a => a.body.pending === 0,
  )
const iso = (ms: number): string => new Date(ms).toISOString()

describe('log sources', () => {
  it('are registered, listed, read and patched with an ETag', async () => {
    const made = await admin.post('/log-sources', {
      name: 'edge',
      format: 'cef',
      vendor: 'Acme',
      timezone: 'Europe/Berlin',
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'edge',
      format: 'cef',
      vendor: 'Acme',
      timezone: 'Europe/Berlin',
      state: 'active',
    })
    const path = `/log-sources/${made.body.log_source_id}`
    const read = await admin.get(path)
    expect(read.headers.etag).toBe(made.headers.etag)
    expect((await admin.call('PATCH', path, { body: { name: 'edge 2' } })).body.code).toBe('precondition_required')
    const patched = await admin.patch(path, { state: 'paused' }, String(read.headers.etag))
    expect([patched.status, patched.body.state]).toEqual([200, 'paused'])
    expect((await admin.patch(path, { state: 'active' }, String(read.headers.etag))).body.code).toBe(
      'precondition_failed',
    )
    expect((await admin.patch(path, { version: 9 }, String(patched.headers.etag))).status).toBe(422)
    const refused = await admin.post('/logs/ingest', { log_source_id: made.body.log_source_id, events: [{ raw: 'x' }] })
    expect([refused.status, refused.body.code]).toEqual([409, 'source_paused'])
  })
})

describe('ingest', () => {
  it('answers per item, durable, in order', async () => {
    const id = await source()
    const events = [
      { raw: 'first', event_ref: 'a' },
      { raw: '' },
      { raw: 'again', event_ref: 'a' },
      { raw: { msg: 'object' } },
      { raw: 'x'.repeat(65_537) },
    ]
    const answer = await admin.post('/logs/ingest', { log_source_id: id, events })
    expect(answer.status).toBe(202)
    expect(answer.body).toMatchObject({ accepted: 2, duplicates: 1, rejected: 2 })
    expect(answer.body.results.map((r: { status: string; code?: string }) => r.code ?? r.status)).toEqual([
      'accepted',
      'raw_empty',
      'duplicate',
      'accepted',
      'raw_too_large',
    ])
    expect(answer.body.results[2].event_id).toBe(answer.body.results[0].event_id)
  })

  it.each([
    [0, 422, 'validation_failed'],
    [101, 413, 'batch_too_large'],
  ])('refuses a batch of %i events whole', async (n, status, code) => {
    const id = await source()
    const answer = await admin.post('/logs/ingest', {
      log_source_id: id,
      events: Array.from({ length: n }, () => ({ raw: 'x' })),
    })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await drained(id)).body.accepted).toBe(0)
  })

  it('gives one event per event_ref, however often it is sent', async () => {
    const id = await source('json')
    const body = { log_source_id: id, events: [{ raw: { msg: `once ${id}` }, event_ref: 'ref-1' }] }
    const ids = new Set<string>()
    for (let i = 0; i < 3; i++) ids.add((await admin.post('/logs/ingest', body)).body.results[0].event_id)
    expect(ids.size).toBe(1)
    await drained(id)
    const found = await admin.get(`/logs/search?log_source_id=${id}`)
    expect(found.body.items).toHaveLength(1)
  })

  it('stores an event_ref once, whatever times its logs say and whenever they are sent', async () => {
    const id = await source('json')
    const at = (daysAgo: number): string => iso(Date.now() - daysAgo * 86_400_000)
    const raws = [
      { time: at(3), msg: 'three days old' },
      { time: at(0), msg: 'of now' },
      { msg: 'without a time' },
      { time: at(6), msg: 'six days old' },
      { time: at(40), msg: 'older than its partition may be' },
    ]
    // Each of them is the first of one event.
    for (let turn = 0; turn < raws.length; turn++) {
      const events = raws.map((_, n) => ({ raw: raws[(n + turn) % raws.length]!, event_ref: `ref ${n}` }))
      expect((await admin.post('/logs/ingest', { log_source_id: id, events })).body.accepted).toBe(raws.length)
      await drained(id)
    }
    const found = await admin.get(`/logs/search?log_source_id=${id}&from=${at(100)}&to=${at(-1)}`)
    expect(found.body.items).toHaveLength(raws.length)
    expect(new Set(found.body.items.map((e: { event_id: string }) => e.event_id)).size).toBe(raws.length)
  })

  it('keeps strange input as events: NUL, invalid UTF-8, deep JSON, absurd years', async () => {
    const id = await source()
    const deep = `${'['.repeat(500)}${']'.repeat(500)}`
    const raws = [
      'nul \u0000 inside',
      deep,
      '{"time":"0001-01-01T00:00:00Z","msg":"old"}',
      '{"time":"9999-12-31T23:59:59Z","msg":"late"}',
      'a'.repeat(60_000),
    ]
    const answer = await admin.post('/logs/ingest', { log_source_id: id, events: raws.map(raw => ({ raw })) })
    expect(answer.body.accepted).toBe(raws.length)
    const invalid = Buffer.concat([
      Buffer.from(`{"log_source_id":"${id}","events":[{"raw":"bad `),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(' bytes"}]}'),
    ])
    expect((await admin.call('POST', '/logs/ingest', { raw: invalid })).body.accepted).toBe(1)
    const ledger = await drained(id)
    expect(ledger.body).toMatchObject({ accepted: raws.length + 1, rejected: 0, pending: 0 })
    for (const { event_id } of answer.body.results) expect((await admin.get(`/logs/${event_id}`)).status).toBe(200)
  })

  it('is accounted for by the hour: what was received, refused and found', async () => {
    const id = await source('json')
    const before = Date.now()
    const sent = await admin.post('/logs/ingest', {
      log_source_id: id,
      events: [
        { raw: { msg: 'a' }, event_ref: 'r1' },
        { raw: { msg: 'a' }, event_ref: 'r1' },
        { raw: { msg: 'b' } },
        { raw: { msg: 'c' }, asset_id: 'as_aaaaaaaaaaaaaaaaaaaaaaaaaa' },
      ],
    })
    expect(sent.body).toMatchObject({ accepted: 2, rejected: 1 })
    await drained(id)
    const ledger = await admin.get(`/log-sources/${id}/ledger?from=${encodeURIComponent(iso(before))}`)
    const hours = ledger.body.hours as { hour: string; [count: string]: unknown }[]
    const total = (count: string): number => hours.reduce((sum, row) => sum + Number(row[count]), 0)
    expect(total('received')).toBe(4)
    expect([total('accepted'), total('duplicate'), total('rejected')]).toEqual([2, 1, 1])
    expect([total('searchable'), total('dead_lettered'), total('in_flight')]).toEqual([2, 0, 0])
    expect(ledger.body.differences).toEqual([])
    expect((await admin.get(`/log-sources/${id}/ledger`)).body.hours).toBeUndefined()
    for (const query of [
      'from=yesterday',
      'from=2026-11-21T10:00:00Z&to=2026-11-21T09:00:00Z',
      'from=2020-01-01T00:00:00Z',
    ])
      expect((await admin.get(`/log-sources/${id}/ledger?${query}`)).status).toBe(400)
  })

  it('is open to collectors', async () => {
    const id = await source()
    const collector = await accountWith('collector')
    expect((await collector.post('/logs/ingest', { log_source_id: id, events: [{ raw: 'x' }] })).status).toBe(202)
  })
})

describe('a log event', () => {
  const line =
    '<38>Nov 21 09:29:58 web1 sshd[4242]: Failed password for invalid user bob from 203.0.113.9 port 52144 ssh2'

  it('is parsed, mapped to OCSF, redacted and found', async () => {
    const id = await source('syslog')
    const answer = await admin.post('/logs/ingest', {
      log_source_id: id,
      events: [{ raw: line, observed_at: '2026-11-21T09:30:00.000Z' }],
    })
    await drained(id)
    const read = await admin.get(`/logs/${answer.body.results[0].event_id}`)
    expect(read.status).toBe(200)
    expect(read.body).toMatchObject({
      log_source_id: id,
      class_uid: 3002,
      event_type: 'authentication',
      category: 'identity_access_management',
      outcome: 'failure',
      event_time: '2026-11-21T09:29:58.000Z',
      time_quality: 'year_assumed',
      user: { name: 'bob' },
      src_endpoint: { ip: '203.0.113.9', port: 52144 },
      device: { hostname: 'web1' },
      tier: 'hot',
    })
    expect(read.body.summary).not.toContain('203.0.113.9')
    expect(read.body.summary).toMatch(/ip:1~[a-z2-7]{16,}/)
    const search = await admin.get(
      `/logs/search?log_source_id=${id}&from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z&q=${encodeURIComponent('password 203.0.113.9')}`,
    )
    expect(search.body.items.map((e: { event_id: string }) => e.event_id)).toEqual([read.body.event_id])
    expect(search.body.coverage).toMatchObject({ tiers: ['hot'], incomplete: [] })
  })

  it('loses its secrets for everybody', async () => {
    const id = await source('json')
    const secret = 'hunter2-canary-9913'
    const answer = await admin.post('/logs/ingest', {
      log_source_id: id,
      events: [{ raw: { msg: `login password=${secret}`, password: secret } }],
    })
    await drained(id)
    const read = await admin.get(`/logs/${answer.body.results[0].event_id}`)
    expect(read.status).toBe(200)
    expect(read.text).not.toContain(secret)
    expect(read.text).toContain('[secret:')
  })
})

describe('search', () => {
  it('walks all events once, newest or oldest first, in pages of any size', async () => {
    const id = await source('json')
    const base = Date.parse('2026-11-20T10:00:00Z')
    for (let batch = 0; batch < 3; batch++) {
      const events = Array.from({ length: 100 }, (_, i) => ({
        raw: { time: iso(base + Math.floor((batch * 100 + i) / 3) * 1000), msg: `walk ${batch * 100 + i}` },
      }))
      expect((await admin.post('/logs/ingest', { log_source_id: id, events })).status).toBe(202)
    }
    await drained(id)
    for (const order of ['desc', 'asc']) {
      const seen: { event_id: string; event_time: string }[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = await admin.get(
          `/logs/search?log_source_id=${id}&from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z&order=${order}&limit=37${cursor ? `&cursor=${cursor}` : ''}`,
        )
        expect(page.status).toBe(200)
        seen.push(...page.body.items)
        cursor = page.body.next_cursor
      }
      expect(new Set(seen.map(e => e.event_id)).size).toBe(300)
      expect(seen).toHaveLength(300)
      const times = seen.map(e => e.event_time)
      expect(times).toEqual([...times].sort((a, b) => (order === 'asc' ? a.localeCompare(b) : b.localeCompare(a))))
    }
  })

  it('binds a cursor to its query', async () => {
    const id = await source('json')
    await admin.post('/logs/ingest', { log_source_id: id, events: [{ raw: { msg: 'a' } }, { raw: { msg: 'b' } }] })
    await drained(id)
    const page = await admin.get(`/logs/search?log_source_id=${id}&limit=1`)
    expect(page.body.next_cursor).not.toBeNull()
    const other = await admin.get(`/logs/search?severity=high&limit=1&cursor=${page.body.next_cursor}`)
    expect([other.status, other.body.code]).toEqual([400, 'cursor_invalid'])
  })

  it('leaves out values, in the list and in every count', async () => {
    const id = await source('json')
    const events = ['ann', 'bob', 'cleo'].map(user => ({ raw: { msg: 'left out', user, host: `h-${user}` } }))
    await admin.post('/logs/ingest', { log_source_id: id, events })
    await drained(id)
    const asked = async (more: string): Promise<unknown[]> => {
      const query = `?log_source_id=${id}${more}`
      const list = await admin.get(`/logs/search${query}`)
      const facets = await admin.get(`/logs/search/facets${query}`)
      const { buckets } = (await admin.get(`/logs/search/histogram${query}`)).body as { buckets: { count: number }[] }
      return [list.body.items.length, facets.body.total, buckets.reduce((sum, b) => sum + b.count, 0)]
    }
    expect(await asked('')).toEqual([3, 3, 3])
    expect(await asked('&not=user:ANN')).toEqual([2, 2, 2])
    expect(await asked('&not=user:ann&not=host:h-bob')).toEqual([1, 1, 1])
    expect(await asked(`&not=log_source_id:${id}`)).toEqual([0, 0, 0])
    expect(await asked('&user=bob&not=user:bob')).toEqual([0, 0, 0])
    const auditor = await accountWith('auditor')
    const refused = await auditor.get(`/logs/search?log_source_id=${id}&not=user:ann`)
    expect([refused.status, refused.body.code]).toEqual([403, 'filter_not_allowed'])
    expect((await auditor.get(`/logs/search?log_source_id=${id}&not=severity:high`)).body.items).toHaveLength(3)
  })

  it('spans at most 120 days', async () => {
    const answer = await admin.get('/logs/search?from=2026-01-01T00:00:00Z&to=2026-11-01T00:00:00Z')
    expect([answer.status, answer.body.code]).toEqual([400, 'query_invalid'])
  })
})

describe('tenants', () => {
  it("never see each other's sources and events", async () => {
    const id = await source('json')
    const answer = await admin.post('/logs/ingest', { log_source_id: id, events: [{ raw: { msg: 'mine alone' } }] })
    await drained(id)
    const eventId = answer.body.results[0].event_id
    const other = await freshTenant()
    const missing = await other.admin.get('/logs/evt_aaaaaaaaaaaaaaaaaaaaaaaaaa')
    for (const path of [`/logs/${eventId}`, `/log-sources/${id}`, `/log-sources/${id}/ledger`]) {
      const seen = await other.admin.get(path)
      expect(seen.status).toBe(404)
      expect({ ...seen.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
    }
    expect((await other.admin.get(`/logs/search?log_source_id=${id}`)).body.items).toEqual([])
    expect((await other.admin.post('/logs/ingest', { log_source_id: id, events: [{ raw: 'x' }] })).status).toBe(404)
  })
})
