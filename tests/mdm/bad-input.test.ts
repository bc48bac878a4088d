import { describe, expect, it } from '@jest/globals'
import { CANARY } from '../../tools/simulators/fleet.ts'
import type { Fault } from '../../tools/simulators/simulator.ts'
import { createKit, type Kit, PROVIDERS, type Run } from './kit.ts'

/** A fault at every request from the `from`th on. */
const always =
  (fault: Fault, from = 0) =>
  (n: number): Fault | undefined =>
    n >= from ? fault : undefined
const once =
  (fault: Fault, at: number) =>
  (n: number): Fault | undefined =>
    n === at ? fault : undefined

const recovers = async (kit: Kit, id: string, devices = 25): Promise<Run> => {
  kit.simulator.fault = () => undefined
  kit.simulator.tokenFault = () => undefined
  const run = await kit.sync(id)
  expect(run).toMatchObject({ state: 'succeeded', error_code: null, complete: true, counts: { seen: devices } })
  expect(await kit.snapshots()).toHaveLength(devices)
  expect((await kit.connection(id)).state).toBe('active')
  return run
}

const FATAL: readonly [string, Fault, string, string][] = [
  ['401', { status: 401 }, 'provider_unauthorized', 'error'],
  ['403, as for a consent that was revoked', { status: 403 }, 'provider_unauthorized', 'error'],
  ['404', { status: 404 }, 'provider_response_invalid', 'error'],
  ['410', { status: 410 }, 'provider_response_invalid', 'error'],
  ['500', { status: 500 }, 'provider_unavailable', 'active'],
  ['silence', 'hangs', 'provider_unavailable', 'active'],
  ['an answer that breaks off', 'cut', 'provider_unavailable', 'active'],
  ['half a page of JSON', 'half_json', 'provider_response_invalid', 'error'],
  ['HTML', 'html', 'provider_response_invalid', 'error'],
  ['a page of 10 MB', 'huge', 'provider_response_invalid', 'error'],
  ['a redirect to another host', { redirect: 'https://evil.example/' }, 'egress_refused', 'error'],
]

describe.each(PROVIDERS)('%s', provider => {
  describe.each(FATAL)('%s at the first page', (_what, fault, code, state) => {
    it(`fails the run with ${code}, makes the connection ${state}, and is over when it is over`, async () => {
      const kit = createKit({ provider, pageSize: 4 })
      const id = await kit.connect()
      kit.simulator.fault = always(fault)
      const run = await kit.sync(id)
      expect(run).toMatchObject({ state: 'failed', error_code: code, complete: false, counts: { seen: 0 } })
      expect(JSON.stringify(run)).not.toContain(CANARY)
      expect(await kit.connection(id)).toMatchObject({ state, error_code: state === 'error' ? code : null })
      await recovers(kit, id)
    })
  })

  it.each(FATAL)('%s in mid-walk leaves a partial run, and the next one is whole', async (_what, fault, code) => {
    const kit = createKit({ provider, pageSize: 4 })
    const id = await kit.connect()
    kit.simulator.fault = always(fault, 2)
    const run = await kit.sync(id)
    expect(run).toMatchObject({ state: 'partial', error_code: code, complete: false })
    expect(run.counts.seen).toBe(8)
    const { counts } = await recovers(kit, id)
    expect(counts).toEqual({ seen: 25, created: 17, changed: 0, unchanged: 8, missing: 0 })
  })

  it('a wrong secret fails with provider_unauthorized before any device is asked for', async () => {
    const kit = createKit({ provider })
    const id = await kit.connect()
    const right = kit.secrets.value
    kit.secrets.value = 'wrong'
    expect(await kit.sync(id)).toMatchObject({ state: 'failed', error_code: 'provider_unauthorized' })
    expect(kit.simulator.seen.every(r => r.startsWith('POST'))).toBe(true)
    kit.secrets.value = right
    await recovers(kit, id)
  })

  it('a secret that is nowhere fails with secret_unresolved, and nothing is asked', async () => {
    const kit = createKit({ provider })
    const id = await kit.connect()
    const right = kit.secrets.value
    kit.secrets.value = undefined
    expect(await kit.sync(id)).toMatchObject({ state: 'failed', error_code: 'secret_unresolved' })
    expect(kit.simulator.seen).toEqual([])
    kit.secrets.value = right
    await recovers(kit, id)
  })

  it.each<[string, Fault, string]>([
    ['401', { status: 401 }, 'provider_unauthorized'],
    ['429', { status: 429, retryAfter: '1' }, 'provider_throttled'],
    ['500', { status: 500 }, 'provider_unavailable'],
    ['HTML', 'html', 'provider_response_invalid'],
    ['silence', 'hangs', 'provider_unavailable'],
    ['a redirect', { redirect: 'https://evil.example/token' }, 'egress_refused'],
  ])('%s of the token service is told as such', async (_what, fault, code) => {
    const kit = createKit({ provider })
    const id = await kit.connect()
    kit.simulator.tokenFault = always(fault)
    expect((await kit.sync(id)).error_code).toBe(code)
    await recovers(kit, id)
  })

  it('an unknown, revoked or expired token in mid-walk is renewed, and the walk goes on', async () => {
    const kit = createKit({ provider, pageSize: 4 })
    const id = await kit.connect()
    kit.simulator.fault = once('token_expired', 3)
    expect(await kit.sync(id)).toMatchObject({ state: 'succeeded', counts: { seen: 25, created: 25 } })
    expect(kit.simulator.seen.filter(r => r.startsWith('POST'))).toHaveLength(2)
  })

  it('a device without an id is left out and noted, and the walk proves nothing', async () => {
    const kit = createKit({ provider, pageSize: 4 })
    kit.fleet.oddities.set('9', { id: null, mobileDeviceId: null })
    const id = await kit.connect()
    const run = await kit.sync(id)
    expect(run).toMatchObject({ state: 'partial', error_code: 'provider_response_invalid', complete: false })
    expect(run.counts.seen).toBe(24)
    expect(run.drift).toEqual([expect.objectContaining({ field: 'id', count: 1 })])
  })

  it('a device that comes twice is one device', async () => {
    const kit = createKit({ provider, pageSize: 4, platforms: ['macOS'] })
    const other = kit.fleet.list()[0]!
    const twice = provider === 'jamf_pro' ? other.id : '00000000-0000-4000-8000-000000000001'
    kit.fleet.oddities.set('2', { id: twice })
    kit.fleet.oddities.set('20', { id: twice })
    const id = await kit.connect()
    expect(await kit.sync(id)).toMatchObject({ state: 'succeeded', counts: { seen: 23, created: 23 } })
    expect(await kit.snapshots()).toHaveLength(23)
  })

  it('words that are not documented become unknown, and are counted without being kept', async () => {
    const kit = createKit({ provider, platforms: ['macOS'], devices: 3 })
    kit.fleet.oddities.set('2', {
      complianceState: `${CANARY} state`,
      isEncrypted: 'yes',
      osVersion: { $ne: 1 },
      general: { remoteManagement: { managed: 'indeed' }, lastContactTime: '0001-01-01T00:00:00Z' },
      diskEncryption: { bootPartitionEncryptionDetails: { partitionFileVault2State: `${CANARY} state` } },
      lastSyncDateTime: '0001-01-01T00:00:00Z',
    })
    const id = await kit.connect()
    const run = await kit.sync(id)
    expect(run.state).toBe('succeeded')
    expect(run.drift.length).toBeGreaterThan(1)
    expect(run.drift.some(d => d.reason === 'unknown_value') && run.drift.some(d => d.reason === 'wrong_type')).toBe(
      true,
    )
    const odd = (await kit.snapshots()).filter(d => d.last_sync_at === null)
    expect(odd).toMatchObject([{ compliance_state: 'unknown', encrypted: null }])
    expect(JSON.stringify([run, await kit.snapshots()])).not.toContain(CANARY)
  })
})

describe('Microsoft Graph', () => {
  it('is never asked for a name, an address, a number or a user', async () => {
    const kit = createKit({ pageSize: 4 })
    await kit.sync(await kit.connect())
    const asked = kit.simulator.seen.filter(r => r.startsWith('GET')).map(r => decodeURIComponent(r))
    expect(asked.length).toBeGreaterThan(3)
    for (const request of asked) {
      expect(request).toContain('$select=')
      expect(request).not.toMatch(/user|deviceName|phone|imei|email|mac|notes/i)
    }
  })

  it.each([
    ['another host', 'https://evil.example/v1.0/deviceManagement/managedDevices?$skiptoken=x', 'egress_refused'],
    ['another port', 'https://mdm.example:444/v1.0/deviceManagement/managedDevices?$skiptoken=x', 'egress_refused'],
    ['no TLS', 'http://mdm.example/v1.0/deviceManagement/managedDevices?$skiptoken=x', 'egress_refused'],
    ['another collection', 'https://mdm.example/v1.0/users?$skiptoken=x', 'provider_response_invalid'],
    ['nowhere', 'not a link', 'provider_response_invalid'],
  ])('a next link to %s is not followed', async (_where, nextLink, code) => {
    const kit = createKit({ pageSize: 4 })
    const id = await kit.connect()
    kit.simulator.fault = once({ nextLink }, 1)
    expect(await kit.sync(id)).toMatchObject({ state: 'partial', error_code: code, complete: false })
    expect(kit.simulator.seen.every(r => r.includes('/managedDevices') || r.startsWith('POST'))).toBe(true)
    await recovers(kit, id)
  })

  it('next links that go round in a circle end the run', async () => {
    const kit = createKit({ pageSize: 4 })
    const id = await kit.connect()
    kit.simulator.fault = always('loop', 2)
    expect(await kit.sync(id)).toMatchObject({ state: 'partial', error_code: 'provider_response_invalid' })
    expect(kit.simulator.seen.length).toBeLessThan(10)
    await recovers(kit, id)
  })

  it('a place that the provider has forgotten (410) makes the walk begin anew, once, and each device counts once', async () => {
    const kit = createKit({ pageSize: 4 })
    const id = await kit.connect()
    kit.simulator.fault = once({ status: 410 }, 3)
    expect(await kit.sync(id)).toMatchObject({
      state: 'succeeded',
      complete: true,
      counts: { seen: 25, created: 25, changed: 0, unchanged: 0 },
    })
  })
})

describe('Jamf Pro', () => {
  it('is never asked for the section with the user in it', async () => {
    const kit = createKit({ provider: 'jamf_pro' })
    await kit.sync(await kit.connect())
    expect(kit.simulator.seen.join('\n')).toContain('section=GENERAL')
    expect(kit.simulator.seen.join('\n')).not.toMatch(/USER_AND_LOCATION|PURCHASING|NETWORK/)
  })

  it('a device that is deleted in mid-walk shifts the pages: the walk proves nothing, the next one does', async () => {
    const kit = createKit({ provider: 'jamf_pro', pageSize: 4, platforms: ['macOS'] })
    const id = await kit.connect()
    kit.simulator.fault = n => {
      if (n === 2) kit.fleet.remove('1')
      return undefined
    }
    expect(await kit.sync(id)).toMatchObject({ state: 'partial', error_code: null, complete: false })
    expect(await kit.sync(id)).toMatchObject({ state: 'succeeded', complete: true, counts: { seen: 24, missing: 1 } })
    expect((await kit.snapshots()).filter(d => d.missing)).toEqual([])
  })
})
