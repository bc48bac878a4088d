import { describe, expect, it } from '@jest/globals'
import type { Principal } from '@wardline/kernel'
import { codeOf, createKit, OTHER_TENANT, operator, TENANT } from '../testing/kit.ts'

async function ready() {
  const kit = createKit()
  const log_source_id = await kit.newSource({ format: 'syslog', timezone: 'Europe/Zurich' })
  const ingest = (events: unknown, principal?: Principal) =>
    kit.call('ingestLogs', { body: { log_source_id, events }, ...(principal ? { principal } : {}) })
  return { ...kit, log_source_id, ingest }
}

describe('POST /logs/ingest', () => {
  it('responds once every accepted event is published, item by item in the order of the request', async () => {
    const { ingest, bus, newAsset } = await ready()
    await newAsset('ast_1')
    const { status, body } = await ingest([
      { raw: 'one', event_ref: 'r1', observed_at: '2026-11-21T10:00:00+01:00', asset_id: 'ast_1' },
      { raw: '' },
      { raw: 'again', event_ref: 'r1' },
      { raw: 'x', asset_id: 'ast_2' },
      { raw: { EventID: 1 } },
    ])
    const published = bus.published('log.event.received')
    const [first, second] = published
    expect(status).toBe(202)
    expect(body).toEqual({
      batch_id: expect.stringMatching(/^bat_/),
      correlation_id: 'cor_test',
      accepted: 2,
      duplicates: 1,
      rejected: 2,
      results: [
        { index: 0, status: 'accepted', event_id: first?.payload.event_id },
        { index: 1, status: 'rejected', code: 'raw_empty' },
        { index: 2, status: 'duplicate', event_id: first?.payload.event_id },
        { index: 3, status: 'rejected', code: 'asset_unknown' },
        { index: 4, status: 'accepted', event_id: second?.payload.event_id },
      ],
    })
    expect(published).toHaveLength(2)
  })

  it('publishes everything that normalizing depends on', async () => {
    const { ingest, accepted, log_source_id } = await ready()
    const { body } = await ingest([{ raw: '  one\n', event_ref: 'r1', observed_at: '2026-11-21T10:00:00+01:00' }])
    expect(accepted()[0]).toMatchObject({
      tenant_id: TENANT,
      correlation_id: 'cor_test',
      causation_id: null,
      payload: {
        batch_id: body.batch_id,
        batch_index: 0,
        log_source_id,
        source: { format: 'syslog', vendor: null, product: null, timezone: 'Europe/Zurich', version: 1 },
        raw: '  one\n',
        raw_kind: 'text',
        event_ref: 'r1',
        observed_at: '2026-11-21T09:00:00.000Z',
        asset_id: null,
        received_at: '2026-11-21T09:30:00.000Z',
        encoding_replaced: false,
      },
    })
  })

  it('writes nothing on the topic that a stranger, a collector or an operator wrote', async () => {
    const { call, newSource, bus, accepted } = await ready()
    const log_source_id = await newSource({ name: 'mlopez-name', vendor: 'mlopez-vendor', product: 'mlopez-product' })
    const events = [{ raw: { user: 'mlopez-raw' }, event_ref: 'mlopez-ref' }, { raw: 'mlopez-text' }]
    await call('ingestLogs', { body: { log_source_id, events } })
    expect(JSON.stringify(bus.published())).not.toContain('mlopez')
    expect(accepted()[0]?.payload).toMatchObject({
      source: { vendor: 'mlopez-vendor', product: 'mlopez-product' },
      raw: '{"user":"mlopez-raw"}',
      event_ref: 'mlopez-ref',
    })
  })

  it('gives an event_ref the same event and envelope id whenever it is sent, but different ones for another source', async () => {
    const { ingest, bus, call, newSource } = await ready()
    await ingest([{ raw: 'a', event_ref: 'same' }])
    await ingest([{ raw: 'changed', event_ref: 'same' }])
    const other = await newSource()
    await call('ingestLogs', { body: { log_source_id: other, events: [{ raw: 'a', event_ref: 'same' }] } })
    const [first, again, elsewhere] = bus.published('log.event.received')
    expect([again?.id, again?.payload.event_id]).toEqual([first?.id, first?.payload.event_id])
    expect(elsewhere?.payload.event_id).not.toBe(first?.payload.event_id)
  })

  it('gives events without event_ref different ids, even if they are equal', async () => {
    const { ingest, bus } = await ready()
    await ingest(Array(3).fill({ raw: 'same' }))
    expect(new Set(bus.published('log.event.received').flatMap(e => [e.id, e.payload.event_id])).size).toBe(6)
  })

  it('accepts an event whose first occurrence in the batch was rejected', async () => {
    const { ingest } = await ready()
    const { body } = await ingest([
      { raw: '', event_ref: 'r' },
      { raw: 'good', event_ref: 'r' },
    ])
    expect(body).toMatchObject({ accepted: 1, duplicates: 0, rejected: 1 })
  })

  it('lets a collector with a certificate ingest for its own tenant', async () => {
    const { ingest } = await ready()
    const collector = (tenantId: typeof TENANT): Principal => ({
      type: 'agent',
      id: 'agt_1',
      tenantId,
      roles: ['agent'],
      agentClass: 'collector',
      serialNumber: '01',
      renewalDue: false,
    })
    expect((await ingest([{ raw: 'x' }], collector(TENANT))).status).toBe(202)
    expect(await codeOf(ingest([{ raw: 'x' }], collector(OTHER_TENANT)))).toBe('not_found')
  })

  it('never takes the tenant from the content of a log', async () => {
    const { ingest, bus } = await ready()
    await ingest([{ raw: { tenant_id: 'ten_b', hostname: 'b.example' } }])
    expect(bus.published('log.event.received')[0]?.tenant_id).toBe(TENANT)
  })

  it('refuses a paused source at once and as a whole, and accepts it again when it is resumed', async () => {
    const { ingest, call, log_source_id, bus } = await ready()
    await ingest([{ raw: 'x' }])
    const patch = (state: string, ifMatch: string) =>
      call('updateLogSource', { params: { source_id: log_source_id }, body: { state }, ifMatch })
    await patch('paused', '"1"')
    expect(await codeOf(ingest([{ raw: 'x' }]))).toBe('source_paused')
    expect(bus.published('log.event.received')).toHaveLength(1)
    await patch('active', '"2"')
    expect((await ingest([{ raw: 'x' }])).status).toBe(202)
  })

  it('returns 503 if the events may not be durable', async () => {
    const kit = await ready()
    kit.bus.publish = async () => {
      throw new Error('disk on fire')
    }
    expect(await codeOf(kit.ingest([{ raw: 'x' }]))).toBe('unavailable')
  })
})

describe('a batch that is not acceptable as a whole', () => {
  it.each([101, 5_000])('of %d events is 413, and nothing of it is accepted', async n => {
    const { ingest, bus } = await ready()
    expect(await codeOf(ingest(Array(n).fill({ raw: 'x'.repeat(700) })))).toBe('batch_too_large')
    expect(bus.published('log.event.received')).toEqual([])
  })

  it.each([
    ['no events', []],
    ['no list', { raw: 'x' }],
    ['an item without raw', [{ raw: 'x' }, { event_ref: 'r' }]],
    ['a raw that is a list', [{ raw: ['x'] }]],
    ['a raw that is a number', [{ raw: 7 }]],
    ['a raw that is null', [{ raw: null }]],
    ['an unknown member', [{ raw: 'x', tenant_id: 'ten_b' }]],
    ['an event_ref over 256 characters', [{ raw: 'x', event_ref: 'r'.repeat(257) }]],
    ['an empty event_ref', [{ raw: 'x', event_ref: '' }]],
    ['an observed_at that is not a time', [{ raw: 'x', observed_at: 'yesterday' }]],
  ])('with %s is 422, and nothing of it is accepted', async (_, events) => {
    const { ingest, bus } = await ready()
    expect(await codeOf(ingest(events))).toBe('validation_failed')
    expect(bus.published('log.event.received')).toEqual([])
  })

  it('that is not JSON is 400', async () => {
    const { call } = await ready()
    expect(await codeOf(call('ingestLogs', { body: Buffer.from('{"events": [') }))).toBe('malformed_json')
  })

  it("of an unknown or another tenant's source is 404", async () => {
    const { call, newSource } = await ready()
    const foreign = await newSource({}, operator(OTHER_TENANT))
    for (const log_source_id of ['src_missing', foreign, '\u0000']) {
      expect(await codeOf(call('ingestLogs', { body: { log_source_id, events: [{ raw: 'x' }] } }))).toBe('not_found')
    }
  })
})

describe('a single bad event', () => {
  const nested = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)

  it.each([
    ['an empty text', '', 'raw_empty'],
    ['white space', ' \n\t', 'raw_empty'],
    ['an empty object', {}, 'raw_empty'],
    ['65,537 ASCII characters', 'x'.repeat(65_537), 'raw_too_large'],
    ['a line of 1 MB', 'y'.repeat(1_000_000), 'raw_too_large'],
    ['32,769 characters of two bytes', 'é'.repeat(32_769), 'raw_too_large'],
    ['an object over 64 KiB of compact JSON', { m: 'x'.repeat(65_529) }, 'raw_too_large'],
    ['an object 65 levels deep', nested(65), 'raw_too_deep'],
  ])('%s is rejected, and nothing else', async (_, raw, code) => {
    const { ingest } = await ready()
    const { status, body } = await ingest([{ raw }, { raw: 'good' }])
    expect(status).toBe(202)
    expect(body.results).toMatchObject([{ status: 'rejected', code }, { status: 'accepted' }])
  })

  it('nested deeper than a stack can follow is rejected, and nothing else', async () => {
    const { call, log_source_id } = await ready()
    const raw = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`
    const { body } = await call('ingestLogs', {
      body: Buffer.from(`{"log_source_id":"${log_source_id}","events":[{"raw":${raw}},{"raw":"good"}]}`),
    })
    expect(body.results).toMatchObject([{ code: 'raw_too_deep' }, { status: 'accepted' }])
  })

  it.each([
    ['65,536 ASCII characters', 'x'.repeat(65_536)],
    ['32,768 characters of two bytes', 'é'.repeat(32_768)],
    ['an object of exactly 64 KiB of compact JSON', { m: 'x'.repeat(65_528) }],
    ['an object 64 levels deep', nested(64)],
    ['NUL characters', 'a\u0000b'],
    ['keys with a special meaning in JavaScript', JSON.parse('{"__proto__":{"x":1},"constructor":2}')],
    ['text that is not UTF-16', 'a\ud800b'],
  ])('%s is accepted', async (_, raw) => {
    const { ingest, bus } = await ready()
    const { body } = await ingest([{ raw }])
    expect(body.results).toMatchObject([{ status: 'accepted' }])
    expect(bus.published('log.event.received')).toHaveLength(1)
  })

  it("naming another tenant's asset is rejected as if it did not exist", async () => {
    const { ingest, newAsset } = await ready()
    await newAsset('ast_theirs', OTHER_TENANT)
    const { body } = await ingest(['ast_theirs', 'ast_none', '\u0000'].map(asset_id => ({ raw: 'x', asset_id })))
    expect((body.results as { code: string }[]).map(r => r.code)).toEqual(Array(3).fill('asset_unknown'))
  })

  it('is flagged if invalid UTF-8 was replaced in it, and its neighbours are not', async () => {
    const { call, log_source_id, accepted } = await ready()
    const bytes = Buffer.concat([
      Buffer.from(`{"log_source_id":"${log_source_id}","events":[{"raw":"ab`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('cd"},{"raw":"clean"}]}'),
    ])
    await call('ingestLogs', { body: bytes })
    expect(accepted().map(e => [e.payload.raw, e.payload.encoding_replaced])).toEqual([
      ['ab\u{fffd}\u{fffd}cd', true],
      ['clean', false],
    ])
  })

  it('with lone surrogates, which UTF-8 cannot carry, is repaired and flagged', async () => {
    const { ingest, accepted } = await ready()
    await ingest([{ raw: 'a\ud800b' }])
    expect(accepted()[0]?.payload).toMatchObject({
      raw: 'a\u{fffd}b',
      encoding_replaced: true,
    })
  })
})

describe('observed_at', () => {
  it.each([
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59-12:00', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00+12:00', '0000-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
    ['2026-11-21t09:00:00.123456z', '2026-11-21T09:00:00.123Z'],
  ])('%s is carried as %s', async (observed_at, expected) => {
    const { ingest, bus } = await ready()
    await ingest([{ raw: 'x', observed_at }])
    expect(bus.published('log.event.received')[0]?.payload.observed_at).toBe(expected)
  })
})
