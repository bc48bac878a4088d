import { describe, expect, it } from '@jest/globals'
import { codeOf, createKit, OTHER_TENANT, operator } from '../testing/kit.ts'

describe('POST /log-sources', () => {
  it('registers an active source and publishes that in the same write', async () => {
    const kit = createKit()
    const { status, body, version } = await kit.call('createLogSource', {
      body: { name: 'edge firewalls', format: 'cef', vendor: 'Acme', timezone: 'Europe/Zurich' },
    })
    expect({ status, version }).toEqual({ status: 201, version: 1 })
    expect(body).toEqual({
      log_source_id: expect.stringMatching(/^src_/),
      name: 'edge firewalls',
      format: 'cef',
      vendor: 'Acme',
      product: null,
      timezone: 'Europe/Zurich',
      description: null,
      state: 'active',
      version: 1,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
    })
    const [registered] = kit.bus.published('log.source.registered')
    expect(registered).toMatchObject({
      tenant_id: 'ten_a',
      correlation_id: 'cor_test',
      causation_id: null,
      payload: {
        log_source_id: body.log_source_id,
        // The id stands for what the operator typed.
        name: body.log_source_id,
        format: 'cef',
        vendor: null,
        product: null,
        timezone: 'Europe/Zurich',
        version: 1,
      },
    })
  })

  it('are at most as many as the quota of a tenant', async () => {
    const kit = createKit({ logSources: 2 })
    await kit.newSource()
    await kit.newSource()
    expect(await codeOf(kit.newSource())).toBe('log_source_quota_reached')
    await kit.newSource({}, operator(OTHER_TENANT))
  })

  it.each(['Mars/Olympus', '+01:00', '../etc', 'UTC\u0000', ''])('refuses the time zone %j', async timezone => {
    const kit = createKit()
    expect(await codeOf(kit.call('createLogSource', { body: { name: 'a', format: 'auto', timezone } }))).toBe(
      'validation_failed',
    )
  })

  it.each([
    [{ format: 'auto' }],
    [{ name: '', format: 'auto' }],
    [{ name: 'x'.repeat(257), format: 'auto' }],
    [{ name: 'a\u0000b', format: 'auto' }],
    [{ name: 'a', format: 'clay tablet' }],
    [{ name: 'a', format: 'auto', tenant_id: 'ten_b' }],
    [{ name: 'a', format: 'auto', state: 'paused' }],
    [['a']],
  ])('refuses %j', async body => {
    expect(await codeOf(createKit().call('createLogSource', { body }))).toBe('validation_failed')
  })
})

describe('reading log sources', () => {
  it('returns the source with its version', async () => {
    const kit = createKit()
    const source_id = await kit.newSource()
    const read = await kit.call('readLogSource', { params: { source_id } })
    expect(read).toMatchObject({ status: 200, version: 1, body: { log_source_id: source_id, version: 1 } })
  })

  it("treats another tenant's source as missing", async () => {
    const kit = createKit()
    const source_id = await kit.newSource({}, operator(OTHER_TENANT))
    for (const id of [source_id, 'src_missing', 'x'.repeat(500), 'a\u0000b']) {
      expect(await codeOf(kit.call('readLogSource', { params: { source_id: id } }))).toBe('not_found')
    }
    expect(await codeOf(kit.call('readLogSourceLedger', { params: { source_id } }))).toBe('not_found')
    expect(await codeOf(kit.call('updateLogSource', { params: { source_id }, body: {}, ifMatch: '*' }))).toBe(
      'not_found',
    )
  })

  it("lists the tenant's own ones in pages, oldest first, by state on request", async () => {
    const kit = createKit()
    const made: string[] = []
    for (let i = 0; i < 5; i++) {
      kit.clock.advance(1)
      made.push(await kit.newSource())
    }
    await kit.newSource({}, operator(OTHER_TENANT))
    await kit.call('updateLogSource', { params: { source_id: made[1]! }, body: { state: 'paused' }, ifMatch: '"1"' })
    const listed = async (search: string, cursor = ''): Promise<string[]> => {
      const { body } = await kit.call('listLogSources', { search: search + cursor })
      const ids = (body.items as { log_source_id: string }[]).map(s => s.log_source_id)
      return body.next_cursor === null ? ids : [...ids, ...(await listed(search, `&cursor=${body.next_cursor}`))]
    }
    expect(await listed('limit=2')).toEqual(made)
    expect(await listed('limit=2&state=paused')).toEqual([made[1]])
  })

  it('refuses a cursor of another query, tenant or role', async () => {
    const kit = createKit()
    await kit.newSource()
    await kit.newSource()
    const { body } = await kit.call('listLogSources', { search: 'limit=1' })
    const cursor = `cursor=${body.next_cursor}`
    const list = (search: string, principal = operator()) => kit.call('listLogSources', { search, principal })
    expect(await codeOf(list(`state=active&${cursor}`))).toBe('cursor_invalid')
    expect(await codeOf(list(cursor, operator(OTHER_TENANT)))).toBe('cursor_invalid')
    expect(await codeOf(list(cursor, { ...operator(), roles: ['auditor'] } as never))).toBe('cursor_invalid')
    expect(await codeOf(list('cursor=AAAA'))).toBe('cursor_invalid')
    expect(await codeOf(list('limit=201'))).toBe('query_invalid')
    expect(await codeOf(list('colour=red'))).toBe('query_invalid')
  })
})

describe('PATCH /log-sources/{source_id}', () => {
  it('changes only the given members, and raises the version', async () => {
    const kit = createKit()
    const source_id = await kit.newSource({ vendor: 'Acme' })
    kit.clock.advance(1_000)
    const { body, version } = await kit.call('updateLogSource', {
      params: { source_id },
      body: { name: 'core', vendor: null, timezone: 'Asia/Tokyo' },
      ifMatch: '"1"',
    })
    expect(version).toBe(2)
    expect(body).toMatchObject({
      name: 'core',
      vendor: null,
      timezone: 'Asia/Tokyo',
      format: 'auto',
      version: 2,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:01.000Z',
    })
  })

  it('requires the version that was read, and refuses any other', async () => {
    const kit = createKit()
    const source_id = await kit.newSource()
    const patch = (ifMatch?: string) =>
      kit.call('updateLogSource', { params: { source_id }, body: { name: 'b' }, ...(ifMatch ? { ifMatch } : {}) })
    expect(await codeOf(patch())).toBe('precondition_required')
    expect(await codeOf(patch('"2"'))).toBe('precondition_failed')
    expect((await patch('"1"')).status).toBe(200)
    expect(await codeOf(patch('"1"'))).toBe('precondition_failed')
  })

  it.each([
    { log_source_id: 'src_x' },
    { version: 9 },
    { created_at: '2020-01-01T00:00:00.000Z' },
    { name: null },
    { format: null },
    { state: 'asleep' },
    { timezone: 'Nowhere/Land' },
  ])('refuses %j', async body => {
    const kit = createKit()
    const source_id = await kit.newSource()
    expect(await codeOf(kit.call('updateLogSource', { params: { source_id }, body, ifMatch: '"1"' }))).toBe(
      'validation_failed',
    )
  })
})
