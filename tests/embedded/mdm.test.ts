import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createApiClient } from '../../tools/client/api.ts'
import {
  type Instance,
  type InstanceOptions,
  removeDataDir,
  startInstance,
  temporaryDataDir,
} from '../../tools/instance/start.ts'
import { CANARY, createFleet } from '../../tools/simulators/fleet.ts'
import {
  SIMULATED_SECRET,
  type SimulatorSettings,
  simulatorSettings,
} from '../../tools/simulators/instance-settings.ts'
import { createGraphSimulator, DIRECTORY } from '../../tools/simulators/microsoft-graph.ts'
import { type ServedSimulator, serveSimulator } from '../../tools/simulators/serve.ts'
import { CLIENT_ID } from '../../tools/simulators/simulator.ts'
import { eventually } from '../support/until.ts'

const DEVICES = 2_000
const fleet = createFleet(DEVICES)
const dataDir = temporaryDataDir()
let settings: SimulatorSettings
let provider: ServedSimulator
let origin = ''

beforeAll(async () => {
  settings = await simulatorSettings()
  origin = `http://127.0.0.1:${settings.port}`
  provider = await serveSimulator(
    createGraphSimulator({ fleet, origin: () => origin, pageSize: 100, leaky: true }),
    settings.port,
  )
})
afterAll(async () => {
  await provider.close()
  removeDataDir(dataDir)
})

const start = (): Promise<Instance> => startInstance({ dataDir, env: settings.env } satisfies InstanceOptions)
const client = (i: Instance) => createApiClient(i.apiUrl, { token: i.adminToken })

/** Every file below a folder that holds a text, as the bytes lie on the disk. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(name => join(folder, String(name)))
    .filter(path => statSync(path).isFile() && readFileSync(path).includes(text))
}

describe('a sync of 2,000 devices', () => {
  it('continues after kill -9 during a run, counts every device once, is announced once, and leaves nothing personal on disk', async () => {
    const first = await start()
    const api = client(first)
    const made = await api.post('/integrations/mdm/connections', {
      name: 'simulated',
      provider: 'microsoft_graph',
      base_url: origin,
      authority_url: origin,
      provider_tenant_id: DIRECTORY,
      client_id: CLIENT_ID,
      secret_ref: SIMULATED_SECRET,
    })
    const path = `/integrations/mdm/connections/${made.body.connection_id}`
    const { sync_run_id } = (await api.post(`${path}/sync`)).body
    const runPath = `${path}/sync-runs/${sync_run_id}`
    let run = await eventually(
      () => api.get(runPath),
      ({ body }) => body.counts.seen >= DEVICES / 4,
      60_000,
      50,
    )
    expect(run.body.state).toBe('running')
    await first.stop('SIGKILL')

    const second = await start()
    const again = client(second)
    run = await again.get(runPath)
    expect(run.body).toMatchObject({ state: 'running', complete: false })
    expect(run.body.counts.seen).toBeGreaterThanOrEqual(DEVICES / 4)
    run = await eventually(
      () => again.get(runPath),
      ({ body }) => body.state !== 'running',
      200_000,
      250,
    )
    expect(run.body).toMatchObject({
      sync_run_id,
      state: 'succeeded',
      complete: true,
      counts: { seen: DEVICES, created: DEVICES, changed: 0, unchanged: 0, missing: 0 },
    })
    expect((await again.get(`${path}/sync-runs`)).body.items).toHaveLength(1)
    const evidenceOf = async (): Promise<{ subject: { id: string } }[]> =>
      (await again.get('/auditor/evidence?evidence_type=mdm_sync')).body.items
    const evidence = await eventually(evidenceOf, found => found.length > 0, 60_000)
    expect(evidence.map(e => e.subject.id)).toEqual([sync_run_id])
    expect(await second.stop()).toBe(0)

    for (const planted of [CANARY, CANARY.replace('-', ''), 'corp.example'])
      expect([planted, filesWith(dataDir, planted)]).toEqual([planted, []])
    expect(filesWith(dataDir, sync_run_id).length).toBeGreaterThan(0)
    expect(first.stderr() + first.stdout() + second.stderr() + second.stdout()).not.toContain(CANARY)
  }, 240_000)
})
