import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createFileArchive } from '@wardline/archive'
import type { TenantId } from '@wardline/kernel'
import { DAY_MS } from '@wardline/kernel'
import { codeOf } from '@wardline/service-kit/testing'
import { memoryWorld } from './kit.ts'
import type { World } from './world.ts'

describe('the archive by its operations', () => {
  let folder: string
  let world: World
  let tenant: TenantId
  let other: TenantId
  /** Three days of events, of alice and bob, that have been archived. */
  let ids: { alice: string[]; bob: string[] }
  let days: string[]
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wardline-operations-'))
    world = await memoryWorld(2, engines => ({ ...engines, archive: createFileArchive(folder) }))
    ;[tenant, other] = world.tenants as [TenantId, TenantId]
    ids = { alice: [], bob: [] }
    days = []
    for (let day = 0; day < 3; day++) {
      const eventTime = world.clock.now()
      ids.alice.push(await world.deliver({ tenant, eventTime, user: 'alice' }))
      ids.bob.push(await world.deliver({ tenant, eventTime, user: 'bob' }))
      await world.deliver({ tenant: other, eventTime })
      days.push(new Date(eventTime).toISOString().slice(0, 10))
      world.clock.advance(DAY_MS)
    }
    world.clock.advance(40 * DAY_MS)
    await world.moveTiers()
    world.clock.advance(55 * DAY_MS)
    await world.moveTiers()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const list = async (of = tenant, search = '') =>
    (await world.call('listArchives', of, { search })).body.items as {
      archive_id: string
      day: string
      events: number
    }[]
  const verify = async () =>
    (await world.call('verifyArchives', tenant)).body as {
      objects: number
      intact: number
      damaged: { fault: string }[]
    }
  const searchIds = async (more = '') => {
    const from = new Date(Date.parse(days[0]!) - DAY_MS).toISOString()
    const to = new Date(Date.parse(days[2]!) + DAY_MS).toISOString()
    const { body } = await world.call('searchLogs', tenant, { search: `from=${from}&to=${to}${more}` })
    const { items, coverage } = body as {
      items: { event_id: string; tier: string }[]
      coverage: { tiers: string[]; incomplete: object[] }
    }
    return { ids: items.map(i => i.event_id).sort(), tiers: new Set(items.map(i => i.tier)), coverage }
  }
  const facts = async () =>
    (
      world.bus as unknown as {
        published(kind: string): { tenant_id: string; payload: { evidence_type: string; details: { to?: string } } }[]
      }
    )
      .published('internal.evidence.fact')
      .filter(f => f.tenant_id === tenant && f.payload.evidence_type === 'retention_move')
      .map(f => f.payload.details.to)

  it('is listed by day, for its tenant only, and tells what was done with evidence', async () => {
    expect((await list()).map(a => [a.day, a.events])).toEqual(days.map(day => [day, 2]))
    expect((await list(other)).map(a => a.events)).toEqual([1, 1, 1])
    expect((await list(tenant, `from=${days[1]}&to=${days[1]}`)).map(a => a.day)).toEqual([days[1]])
    const [first] = await list()
    const read = await world.call('readArchive', tenant, { params: { archive_id: first!.archive_id } })
    expect(read.body).toEqual(first)
    expect(await codeOf(world.call('readArchive', other, { params: { archive_id: first!.archive_id } }))).toBe(
      'not_found',
    )
    expect(await facts()).toEqual(['warm', 'warm', 'warm', 'cold', 'cold', 'cold'])
  })

  it('answers 409 for an event in it, and names its days in searches', async () => {
    expect(await world.tierOf(tenant, ids.alice[0]!)).toBe('archived')
    expect(await world.tierOf(other, ids.alice[0]!)).toBe('gone')
    expect(await searchIds()).toMatchObject({
      ids: [],
      coverage: { tiers: ['hot'], incomplete: [{ from: days[0], to: days[2], reason: 'cold' }] },
    })
  })

  it('is verified, and a flipped bit is found', async () => {
    expect(await verify()).toMatchObject({ objects: 3, intact: 3, damaged: [] })
    const [object] = globSync(`${tenant}/**/*.wla`, { cwd: folder }).map(f => join(folder, f))
    const bytes = readFileSync(object!)
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 4, bytes.length >> 1)
    writeFileSync(object!, bytes)
    expect(await verify()).toMatchObject({ objects: 3, intact: 2, damaged: [{ fault: 'digest_mismatch' }] })
    // What is damaged is not searched, and its day stays incomplete.
    await world.call('createArchiveRestore', tenant, { body: { from: days[0], to: days[2] } })
    await world.moveTiers()
    const restores = (await world.call('listArchiveRestores', tenant)).body.items as {
      damaged: string[]
      objects: number
    }[]
    expect(restores[0]).toMatchObject({ state: 'ready', objects: 2 })
    expect(restores[0]?.damaged).toHaveLength(1)
    expect((await searchIds()).coverage.incomplete).toHaveLength(1)
  })

  it('is searchable again for a while, filters and free text included, and leaves by itself', async () => {
    const body = { from: days[0], to: days[1], searchable_seconds: 3600 }
    const restore = await world.call('createArchiveRestore', tenant, { body })
    expect(restore).toMatchObject({ status: 202, body: { state: 'queued' } })
    const overlapping = world.call('createArchiveRestore', tenant, { body: { from: days[1], to: days[2] } })
    expect(await codeOf(overlapping)).toBe('state_conflict')
    await world.moveTiers()
    const two = [...ids.alice.slice(0, 2), ...ids.bob.slice(0, 2)].sort()
    expect(await searchIds()).toEqual({
      ids: two,
      tiers: new Set(['cold']),
      coverage: expect.objectContaining({
        tiers: ['hot', 'cold'],
        incomplete: [{ from: days[2], to: days[2], reason: 'cold' }],
      }),
    })
    expect((await searchIds('&user=ALICE')).ids).toEqual(ids.alice.slice(0, 2).sort())
    expect((await searchIds('&q=failed+password')).ids).toEqual(two)
    expect(await world.tierOf(tenant, ids.bob[0]!)).toBe('cold')
    expect(await world.tierOf(tenant, ids.bob[2]!)).toBe('archived')

    world.clock.advance(3_600_000)
    await world.moveTiers()
    expect((await searchIds()).ids).toEqual([])
    expect(await world.tierOf(tenant, ids.bob[0]!)).toBe('archived')
    const params = { restore_id: String(restore.body.restore_id) }
    expect((await world.call('readArchiveRestore', tenant, { params })).body).toMatchObject({
      state: 'expired',
      events: 4,
    })
    expect(await codeOf(world.call('readArchiveRestore', other, { params }))).toBe('not_found')
  })

  it('can be ended before its time', async () => {
    const { body } = await world.call('createArchiveRestore', tenant, { body: { from: days[0], to: days[0] } })
    const params = { restore_id: String(body.restore_id) }
    expect(await codeOf(world.call('endArchiveRestore', tenant, { params }))).toBe('state_conflict')
    await world.moveTiers()
    await world.call('endArchiveRestore', tenant, { params })
    await world.moveTiers()
    expect((await searchIds()).ids).toEqual([])
  })

  it.each([
    [{ from: '2026-02-02', to: '2026-02-01' }],
    [{ from: '2026-02-02', to: '2026-08-01' }],
    [{ from: '2026-02-30', to: '2026-03-01' }],
    [{ from: 'yesterday', to: '2026-03-01' }],
    [{ from: '2026-02-01', to: '2026-02-01', searchable_seconds: 59 }],
    [{ from: '2026-02-01' }],
    [{ from: '2026-02-01', to: '2026-02-01', more: 1 }],
  ])('refuses to restore %j', async body => {
    expect(await codeOf(world.call('createArchiveRestore', tenant, { body }))).toBe('validation_failed')
  })

  describe('an erasure', () => {
    const erase = (value: string, type = 'user') =>
      world.call('createLogErasure', tenant, { body: { subject: { type, value }, reason: 'request 7' } })

    it('removes the events of one subject from every tier, chains the manifests, and forgets whom it was about', async () => {
      const hot = await world.deliver({ tenant, eventTime: world.clock.now(), user: 'alice' })
      const stays = await world.deliver({ tenant, eventTime: world.clock.now(), user: 'bob' })
      await world.call('createArchiveRestore', tenant, { body: { from: days[0], to: days[0] } })
      await world.moveTiers()
      const asked = await erase('Alice')
      expect(asked.status).toBe(202)
      await world.eraseAll()
      for (const id of [...ids.alice, hot]) expect(await world.tierOf(tenant, id)).toBe('gone')
      expect(await Promise.all([ids.bob[0]!, ids.bob[1]!, stays].map(id => world.tierOf(tenant, id)))).toEqual([
        'cold',
        'archived',
        'hot',
      ])
      expect((await list()).map(a => a.events)).toEqual([1, 1, 1])
      expect(await verify()).toMatchObject({ objects: 3, intact: 3 })
      const rewrites = (await world.call('listArchives', tenant)).body.items as { rewrites: object[] }[]
      for (const { rewrites: chain } of rewrites)
        expect(chain).toEqual([
          expect.objectContaining({
            reason: 'erasure',
            removed: 1,
            previous_manifest_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          }),
        ])
      const params = { erasure_id: String(asked.body.erasure_id) }
      const { body } = await world.call('readLogErasure', tenant, { params })
      const counts = { searchable_removed: 2, archived_removed: 3, objects_rewritten: 3 }
      expect(body).toMatchObject({ state: 'waiting_for_retention', waits_for: 'topics', ...counts })
      expect(JSON.stringify(body).toLowerCase()).not.toContain('alice')
      expect(await facts()).toContain('erased')
      expect(globSync(`${tenant}/**/*.*`, { cwd: folder })).toHaveLength(9)
    })

    it('is done when topics and backups are past their retention, and says until when they may hold it', async () => {
      const hot = await world.deliver({ tenant, eventTime: world.clock.now(), user: 'alice' })
      const { body: asked } = await erase('alice')
      expect(asked).toMatchObject({ state: 'queued', removed_at: null, may_be_held: [] })
      const params = { erasure_id: String(asked.erasure_id) }
      const read = async () => (await world.call('readLogErasure', tenant, { params })).body
      await world.eraseAll()
      expect(await world.tierOf(tenant, hot)).toBe('gone')
      const removedAt = world.clock.now()
      const at = (ms: number) => new Date(removedAt + ms).toISOString()
      const held = (await read()).may_be_held as { in: string; name: string | null; until: string }[]
      expect(held).toContainEqual({ in: 'topic', name: 'log.event.normalized', until: at(30 * DAY_MS) })
      expect(held.at(-1)).toEqual({ in: 'backups', name: null, until: at(31 * DAY_MS) })
      world.clock.advance(30 * DAY_MS - 1)
      await world.moveTiers()
      expect(await read()).toMatchObject({ state: 'waiting_for_retention', waits_for: 'topics', removed_at: at(0) })
      world.clock.advance(1)
      await world.moveTiers()
      expect(await read()).toMatchObject({ state: 'waiting_for_retention', waits_for: 'backups' })
      world.clock.advance(DAY_MS)
      await world.moveTiers()
      expect(await read()).toMatchObject({
        state: 'done',
        waits_for: null,
        may_be_held: [],
        finished_at: at(31 * DAY_MS),
      })
    })

    it('is running for as long as a service is not through with its part', async () => {
      const { body: asked } = await erase('alice')
      for (let i = 0; i < 3; i++) await world.moveTiers()
      const params = { erasure_id: String(asked.erasure_id) }
      const read = async () => (await world.call('readLogErasure', tenant, { params })).body
      expect(await read()).toMatchObject({ state: 'running', archived_removed: 3, removed_at: null, may_be_held: [] })
      await world.eraseAll()
      expect(await read()).toMatchObject({ state: 'waiting_for_retention', archived_removed: 3 })
    })

    it('leaves what is received after the request, and takes what was received before and comes later', async () => {
      await erase('alice')
      await world.moveTiers()
      const requestedAt = world.clock.now()
      world.clock.advance(1000)
      const late = await world.deliver({ tenant, eventTime: requestedAt, receivedAt: requestedAt, user: 'alice' })
      const after = await world.deliver({ tenant, eventTime: world.clock.now(), user: 'alice' })
      await world.eraseAll()
      expect(await world.tierOf(tenant, late)).toBe('gone')
      expect(await world.tierOf(tenant, after)).toBe('hot')
    })

    it('removes by address as well, and leaves other tenants alone', async () => {
      await erase('203.0.113.9', 'ip')
      await world.moveTiers()
      expect((await list()).map(a => a.events)).toEqual([0, 0, 0])
      expect((await list(other)).map(a => a.events)).toEqual([1, 1, 1])
    })
  })

  describe('a legal hold', () => {
    const hold = (active: boolean) => world.call('updateLegalHold', tenant, { body: { active }, ifMatch: '*' })

    it('keeps everything, and what was due goes when it is lifted', async () => {
      await hold(true)
      world.clock.advance(3000 * DAY_MS)
      await world.moveTiers()
      expect((await list()).length).toBe(3)
      expect((await list(other)).length).toBe(0)
      const subject = { type: 'user', value: 'alice' }
      const erasure = world.call('createLogErasure', tenant, { body: { subject, reason: 'r' } })
      expect(await codeOf(erasure)).toBe('state_conflict')
      const destroy = world.call('destroyArchive', tenant, { body: { confirm_tenant_id: tenant } })
      expect(await codeOf(destroy)).toBe('state_conflict')
      await hold(false)
      await world.moveTiers()
      expect((await list()).length).toBe(0)
      expect(globSync('**/*.*', { cwd: folder })).toEqual([])
    })

    it('makes an erasure that was asked for before wait', async () => {
      const subject = { type: 'user', value: 'alice' }
      await world.call('createLogErasure', tenant, { body: { subject, reason: 'r' } })
      await hold(true)
      await world.moveTiers()
      expect(await world.tierOf(tenant, ids.alice[0]!)).toBe('archived')
      await hold(false)
      await world.moveTiers()
      expect(await world.tierOf(tenant, ids.alice[0]!)).toBe('gone')
    })

    it('asks for the version that was read', async () => {
      expect(await codeOf(world.call('updateLegalHold', tenant, { body: { active: true } }))).toBe(
        'precondition_required',
      )
      const stale = world.call('updateLegalHold', tenant, { body: { active: true }, ifMatch: '"7"' })
      expect(await codeOf(stale)).toBe('precondition_failed')
    })
  })

  describe('destroying its keys', () => {
    it('destroys what is archived, for this tenant only, and nothing that is still searched', async () => {
      const hot = await world.deliver({ tenant, eventTime: world.clock.now() })
      const wrong = world.call('destroyArchive', tenant, { body: { confirm_tenant_id: other } })
      expect(await codeOf(wrong)).toBe('validation_failed')
      const { body } = await world.call('destroyArchive', tenant, { body: { confirm_tenant_id: tenant } })
      expect(body).toEqual({ destroyed_keys: 1 })
      await world.moveTiers()
      expect((await list()).length).toBe(0)
      expect((await list(other)).length).toBe(3)
      expect(await world.tierOf(tenant, hot)).toBe('hot')
      world.clock.advance(95 * DAY_MS)
      await world.moveTiers()
      expect((await list()).map(a => a.events)).toEqual([1])
      expect(await verify()).toMatchObject({ intact: 1, damaged: [] })
    })
  })

  it('knows an event that comes again long after it was archived', async () => {
    const [id] = ids.alice as [string]
    const eventTime = Date.parse(`${days[0]}T09:30:00Z`)
    await world.deliver({ tenant, eventTime, receivedAt: eventTime, eventId: id, user: 'alice' })
    expect((await searchIds()).ids).toEqual([])
    expect(await world.tierOf(tenant, id)).toBe('archived')
    // Another one of that day goes where its age says, and becomes an object of its own.
    await world.deliver({ tenant, eventTime, receivedAt: eventTime, eventId: 'evt_late' })
    await world.moveTiers()
    expect(await world.tierOf(tenant, 'evt_late')).toBe('archived')
    expect((await list()).map(a => [a.day, a.events]).sort()).toEqual([[days[0], 1], ...days.map(d => [d, 2])].sort())
  })
})
