import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import { enrolledAgent } from '../../tools/client/agent.ts'
import type { Answer, ApiClient } from '../../tools/client/api.ts'
import { CANARY, createFleet, type Fleet } from '../../tools/simulators/fleet.ts'
import { SIMULATED_SECRET } from '../../tools/simulators/instance-settings.ts'
import { createJamfSimulator } from '../../tools/simulators/jamf-pro.ts'
import { createGraphSimulator, DIRECTORY } from '../../tools/simulators/microsoft-graph.ts'
import { type ServedSimulator, serveSimulator } from '../../tools/simulators/serve.ts'
import { CLIENT_ID, type Simulator } from '../../tools/simulators/simulator.ts'
import { accountWith, admin, eventually, freshTenant, target } from './target.ts'

const PATH = '/integrations/mdm/connections'
const port = target.simulatorPort ?? 0
const origin = `http://127.0.0.1:${port}`
const withSimulator = target.simulatorPort === undefined ? describe.skip : describe
const PLANTED = new RegExp(`${CANARY}|${CANARY.replace('-', '')}|corp\\.example`, 'i')

/** Every answer that this file saw: at the end none may contain a planted value. */
const answers: string[] = []
const kept = async (answer: Promise<Answer>): Promise<Answer> => {
  const a = await answer
  answers.push(a.text)
  return a
}

let served: ServedSimulator | undefined
afterEach(async () => {
  await served?.close()
  served = undefined
})

async function provider(
  name: 'microsoft_graph' | 'jamf_pro',
  fleet: Fleet,
): Promise<{ simulator: Simulator; connection: Answer }> {
  const simulator =
    name === 'jamf_pro'
      ? createJamfSimulator({ fleet, pageSize: 10 })
      : createGraphSimulator({ fleet, origin: () => origin, pageSize: 10, leaky: true })
  served = await serveSimulator(simulator, port)
  const graph = name === 'microsoft_graph' ? { authority_url: origin, provider_tenant_id: DIRECTORY } : {}
  const body = {
    name: 'simulated',
    provider: name,
    base_url: origin,
    client_id: CLIENT_ID,
    secret_ref: SIMULATED_SECRET,
  }
  const connection = await kept(admin.post(PATH, { ...body, ...graph }))
  expect(connection.status).toBe(201)
  return { simulator, connection }
}

async function synced(id: string, api: ApiClient = admin): Promise<Answer> {
  const asked = await kept(api.post(`${PATH}/${id}/sync`))
  expect(asked.status).toBe(202)
  const path = `${PATH}/${id}/sync-runs/${asked.body.sync_run_id}`
  return kept(
    eventually(
      () => admin.get(path),
      a => !['queued', 'running'].includes(a.body.state),
      60_000,
    ),
  )
}

withSimulator.each(['microsoft_graph', 'jamf_pro'] as const)('a fleet in %s', name => {
  it('is synced, listed, read, redacted and proven, and a second sync finds nothing new', async () => {
    const fleet = createFleet(25, ['macOS', 'iOS'])
    const { connection } = await provider(name, fleet)
    const id = connection.body.connection_id
    const run = await synced(id)
    expect(run.body).toMatchObject({
      connection_id: id,
      state: 'succeeded',
      error_code: null,
      counts: { seen: 25, created: 25, changed: 0, unchanged: 0, missing: 0 },
    })
    expect((await synced(id)).body.counts).toMatchObject({ seen: 25, created: 0, unchanged: 25 })

    const listed = await kept(admin.get(`/integrations/mdm/devices?connection_id=${id}&limit=200`))
    expect(listed.body.items).toHaveLength(25)
    const { device_id } = listed.body.items[0]
    const device = await kept(admin.get(`/integrations/mdm/devices/${device_id}`))
    expect(device.body).toMatchObject({
      device_id,
      connection_id: id,
      management_state: 'managed',
      missing_since: null,
    })
    expect(device.headers.etag).toBeDefined()

    const auditor = await accountWith('auditor')
    const seen = await kept(auditor.get(`/integrations/mdm/devices/${device_id}`))
    expect(seen.body).toMatchObject({
      device_id,
      redaction_applied: true,
      compliance_state: device.body.compliance_state,
    })
    expect((await kept(auditor.get(PATH))).status).toBe(403)
    const evidence = await eventually(
      () => kept(auditor.get('/auditor/evidence?limit=200&evidence_type=mdm_sync')),
      a => a.text.includes(run.body.sync_run_id),
    )
    expect(evidence.text).toContain(run.body.sync_run_id)

    const analyst = await accountWith('analyst')
    expect((await kept(analyst.get(`${PATH}/${id}`))).status).toBe(200)
    expect((await kept(analyst.get(`${PATH}/${id}/sync-runs`))).body.items).toHaveLength(2)
    expect((await kept(analyst.post(`${PATH}/${id}/sync`))).status).toBe(403)
    const stranger = (await freshTenant()).admin
    for (const path of [`${PATH}/${id}`, `${PATH}/${id}/sync-runs`, `/integrations/mdm/devices/${device_id}`])
      expect((await kept(stranger.get(path))).body.code).toBe('not_found')
  })
})

withSimulator('device management', () => {
  it('shows its posture next to the agent of the same machine', async () => {
    const fleet = createFleet(3, ['macOS'])
    const serial = `SN${randomUUID()}`
    fleet.change('2', { serial, compliant: false, osVersion: '14.4' })
    const { connection } = await provider('microsoft_graph', fleet)
    await synced(connection.body.connection_id)
    const agent = await enrolledAgent(target, admin, {
      platform: 'darwin',
      os_version: '14.5',
      fingerprint: { serial_number: serial },
    })
    const { asset_id } = (await agent.beat({ hostname: 'mac', os_version: '14.5' })).body
    const asset = await kept(admin.get(`/assets/${asset_id}`))
    expect(asset.body.sources.map((s: { type: string }) => s.type)).toEqual(['agent', 'mdm'])
    expect(asset.body.mdm).toMatchObject([{ compliance_state: 'noncompliant', conflicts: ['os_version'] }])
    expect(asset.text).not.toContain(serial)
    const device = await kept(admin.get(`/integrations/mdm/devices/${asset.body.mdm[0].device_id}`))
    expect(device.body.asset_id).toBe(asset_id)
    const auditor = await accountWith('auditor')
    expect((await kept(auditor.get(`/assets/${asset_id}`))).body.mdm).toMatchObject([
      { compliance_state: 'noncompliant' },
    ])
  })

  it('ends a run in the state that fits what the provider did', async () => {
    const { simulator, connection } = await provider('microsoft_graph', createFleet(25))
    const id = connection.body.connection_id
    simulator.fault = () => ({ status: 403 })
    expect((await synced(id)).body).toMatchObject({ state: 'failed', error_code: 'provider_unauthorized' })
    // What a run means for its connection is written after the run itself.
    const broken = await eventually(
      () => kept(admin.get(`${PATH}/${id}`)),
      answer => answer.body.state === 'error',
    )
    expect(broken.body.error_code).toBe('provider_unauthorized')
    simulator.fault = () => 'html'
    expect((await synced(id)).body).toMatchObject({ state: 'failed', error_code: 'provider_response_invalid' })
    simulator.fault = (() => {
      let asked = 0
      return () => (asked++ === 1 ? { status: 429, retryAfter: '3600' } : undefined)
    })()
    expect((await synced(id)).body).toMatchObject({
      state: 'throttled',
      error_code: 'provider_throttled',
      counts: { seen: 10 },
    })
    simulator.fault = () => undefined
    expect((await synced(id)).body).toMatchObject({
      state: 'succeeded',
      counts: { seen: 25, created: 15, unchanged: 10 },
    })
    expect((await kept(admin.get(`${PATH}/${id}`))).body).toMatchObject({ state: 'active', error_code: null })
  })

  it('does not take its secret elsewhere', async () => {
    const { connection } = await provider('microsoft_graph', createFleet(1))
    const path = `${PATH}/${connection.body.connection_id}`
    const etag = String(connection.headers.etag)
    expect((await kept(admin.patch(path, { base_url: 'https://elsewhere.example' }, etag))).body.code).toBe(
      'secret_ref_required',
    )
    expect(
      (await kept(admin.patch(path, { base_url: 'https://10.0.0.1', secret_ref: SIMULATED_SECRET }, etag))).body.code,
    ).toBe('validation_failed')
    expect((await kept(admin.call('PATCH', path, { body: { name: 'x' } }))).body.code).toBe('precondition_required')
    const paused = await kept(admin.patch(path, { state: 'paused' }, etag))
    expect([paused.status, paused.body.state]).toEqual([200, 'paused'])
    expect((await kept(admin.post(`${path}/sync`))).status).toBe(409)
  })
})

describe('a connection', () => {
  it.each([
    'https://127.0.0.1',
    'https://10.1.2.3',
    'https://169.254.169.254',
    'https://[::1]',
    'http://graph.microsoft.com',
    'https://localhost',
  ])('to %s is refused at once', async base_url => {
    const body = { name: 'x', provider: 'jamf_pro', base_url, client_id: 'c', secret_ref: SIMULATED_SECRET }
    const answer = await kept(admin.post(PATH, body))
    expect([answer.status, answer.body.code, answer.body.errors[0].pointer]).toEqual([
      422,
      'validation_failed',
      '/base_url',
    ])
  })

  it('whose secret does not exist fails with secret_unresolved', async () => {
    const made = await kept(
      admin.post(PATH, {
        name: 'x',
        provider: 'jamf_pro',
        base_url: 'https://jamf.example',
        client_id: 'c',
        secret_ref: { provider: 'file', name: 'nowhere', purpose: 'mdm' },
      }),
    )
    expect(made.status).toBe(201)
    expect((await synced(made.body.connection_id)).body).toMatchObject({
      state: 'failed',
      error_code: 'secret_unresolved',
    })
  })
})

afterAll(async () => {
  answers.push((await admin.get('/audit-records?limit=200')).text)
  answers.push((await admin.get('/auditor/evidence?limit=200')).text)
  answers.push(await (await fetch(`${target.adminUrl}/metrics`)).text())
  for (const answer of answers) expect(PLANTED.exec(answer)?.[0]).toBeUndefined()
})
