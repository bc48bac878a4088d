import { describe, expect, it } from '@jest/globals'
import { as, codeOf, OTHER_TENANT, problemOf } from '@wardline/service-kit/testing'
import { createKit } from './kit.ts'

const SECRET = { provider: 'file', name: 'other', purpose: 'mdm' }

describe('a connection', () => {
  it('names its secret and never shows it', async () => {
    const kit = createKit()
    const id = await kit.connect()
    const connection = await kit.connection(id)
    expect(connection).toMatchObject({
      connection_id: id,
      state: 'active',
      provider: 'microsoft_graph',
      secret_ref: { provider: 'env', name: 'mdm-secret', purpose: 'mdm' },
      sync_interval_seconds: 3600,
      last_sync_at: null,
      next_sync_at: '2026-11-21T10:30:00.000Z',
    })
    expect(JSON.stringify(connection)).not.toContain(kit.simulator.secret)
  })

  it.each([
    ['a secret for another purpose', { secret_ref: { ...SECRET, purpose: 'webhook' } }, '/secret_ref/purpose'],
    ['a secret in another folder', { secret_ref: { ...SECRET, name: '../other' } }, '/secret_ref/name'],
    ['the secret itself', { client_secret: 'x' }, '/client_secret'],
    ['an unknown provider', { provider: 'intune' }, '/provider'],
    ['no directory', { provider_tenant_id: undefined }, '/provider_tenant_id'],
    ['no client', { client_id: undefined }, '/client_id'],
    ['an address that is none', { base_url: 'mdm' }, '/base_url'],
    ['an address with a query', { base_url: 'https://mdm.example/?a=1' }, '/base_url'],
    ['a sync every second', { sync_interval_seconds: 1 }, '/sync_interval_seconds'],
  ])('is refused with %s', async (_what, body, pointer) => {
    const { code, errors } = await problemOf(createKit().connect(body))
    expect([code, errors?.map(e => e.pointer)]).toEqual(['validation_failed', [pointer]])
  })

  it('of Jamf Pro needs an address', async () => {
    const kit = createKit({ provider: 'jamf_pro' })
    expect((await problemOf(kit.connect({ base_url: undefined }))).errors).toMatchObject([{ pointer: '/base_url' }])
  })

  it.each([
    { base_url: 'https://elsewhere.example' },
    { authority_url: 'https://elsewhere.example' },
    { client_id: 'another' },
    { provider_tenant_id: 'another' },
    { base_url: null },
  ])('is not pointed elsewhere (%j) without its secret in the same body', async body => {
    const kit = createKit()
    const id = await kit.connect()
    expect(await codeOf(kit.patch(id, body))).toBe('secret_ref_required')
    expect((await kit.patch(id, { ...body, secret_ref: SECRET })).body).toMatchObject({ ...body, secret_ref: SECRET })
  })

  it('may be sent again as it is, and changed in what concerns no secret', async () => {
    const kit = createKit()
    const id = await kit.connect()
    const { base_url } = await kit.connection(id)
    expect((await kit.patch(id, { base_url, name: 'new', sync_interval_seconds: 60 })).body).toMatchObject({
      name: 'new',
      version: 2,
      next_sync_at: '2026-11-21T09:31:00.000Z',
    })
  })

  it.each([
    { provider: 'jamf_pro' },
    { connection_id: 'mdc_x' },
    { error_code: null },
    { state: 'error' },
    { version: 3 },
    { name: null },
  ])('cannot be patched with %j', async body => {
    const kit = createKit()
    expect(await codeOf(kit.patch(await kit.connect(), body))).toBe('validation_failed')
  })

  it('changes only for whoever has seen it; a sync changes no version', async () => {
    const kit = createKit()
    const id = await kit.connect()
    const change = (ifMatch?: string) =>
      kit.call('updateMdmConnection', {
        params: { connection_id: id },
        body: { name: 'x' },
        ...(ifMatch === undefined ? {} : { ifMatch }),
      })
    expect(await codeOf(change())).toBe('precondition_required')
    expect(await codeOf(change('"7"'))).toBe('precondition_failed')
    await kit.sync(id)
    expect((await change('"1"')).status).toBe(200)
  })

  it('and all that comes of it is not there for another tenant', async () => {
    const kit = createKit()
    const id = await kit.connect()
    const { sync_run_id } = await kit.sync(id)
    const device_id = (await kit.snapshots())[0]!.id
    const principal = as('admin', OTHER_TENANT)
    const params = { connection_id: id, run_id: sync_run_id, device_id }
    for (const operation of [
      'readMdmConnection',
      'syncMdmConnection',
      'listMdmSyncRuns',
      'readMdmSyncRun',
      'readMdmDevice',
    ] as const)
      expect([operation, await codeOf(kit.call(operation, { principal, params }))]).toEqual([operation, 'not_found'])
    const patched = kit.call('updateMdmConnection', { principal, params, body: {}, ifMatch: '"1"' })
    expect(await codeOf(patched)).toBe('not_found')
    for (const operation of ['listMdmConnections', 'listMdmDevices'] as const)
      expect((await kit.call(operation, { principal })).body.items).toEqual([])
  })

  it('of a device gives the same id as another connection never does', async () => {
    const kit = createKit({ devices: 5 })
    await kit.sync(await kit.connect())
    await kit.sync(await kit.connect())
    const ids = (await kit.snapshots()).map(d => d.id)
    expect(new Set(ids).size).toBe(10)
    expect(new Set((await kit.snapshots()).map(d => d.fingerprint)).size).toBe(5)
  })
})

describe('the list of devices', () => {
  it('is walked by cursor and filtered', async () => {
    const kit = createKit({ devices: 25, platforms: ['macOS', 'Windows'] })
    const id = await kit.connect()
    await kit.sync(id)
    const seen: unknown[] = []
    for (let cursor: unknown = ''; cursor !== null; ) {
      const { body } = await kit.call('listMdmDevices', {
        search: `limit=10${cursor === '' ? '' : `&cursor=${cursor}`}`,
      })
      seen.push(...(body.items as { device_id: string }[]).map(d => d.device_id))
      cursor = body.next_cursor
    }
    expect(new Set(seen).size).toBe(25)
    const count = async (search: string) =>
      ((await kit.call('listMdmDevices', { search })).body.items as unknown[]).length
    expect(await count('platform=macos')).toBe(12)
    expect(await count('compliance_state=noncompliant')).toBe(3)
    expect(await count(`connection_id=${id}&missing=false`)).toBe(25)
    expect(await count('missing=true')).toBe(0)
    expect(await count('connection_id=mdc_other')).toBe(0)
  })
})
