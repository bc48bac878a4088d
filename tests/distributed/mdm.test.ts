import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type EngineText, engineTexts } from '@wardline/engines-distributed/testing'
import { createApiClient } from '../../tools/client/api.ts'
import { type Instance, processesOf, removeDataDir, startDistributed } from '../../tools/instance/start.ts'
import { CANARY, createFleet } from '../../tools/simulators/fleet.ts'
import { SIMULATED_SECRET, simulatorSettings } from '../../tools/simulators/instance-settings.ts'
import { createGraphSimulator, DIRECTORY } from '../../tools/simulators/microsoft-graph.ts'
import { type ServedSimulator, serveSimulator } from '../../tools/simulators/serve.ts'
import { CLIENT_ID } from '../../tools/simulators/simulator.ts'
import { openSearchIndex } from '../support/index-names.ts'
import { formsOf } from '../support/name-in-bytes.ts'
import { type OtlpReceiver, startOtlpReceiver } from '../support/otlp-receiver.ts'
import { PLANTED_RULE, PLANTED_WORDS, sendPlantedLogs } from '../support/planted-logs.ts'
import { eventuallyTraced, STEPS, tracedAttack, withoutParent } from '../support/traced-attack.ts'
import { eventually, until } from '../support/until.ts'
import { startWebhook, type Webhook } from '../support/webhook.ts'

const DEVICES = 1_000
const PREFIX = `mdm${Date.now().toString(36)}-`
/** Begins every planted value: names, users, addresses, serials, secrets, tokens and what the provider says of errors. */
const PLANTED = new RegExp(`${CANARY}|${CANARY.replace('-', '')}|corp\\.example`, 'i')

let provider: ServedSimulator
let collector: OtlpReceiver
let instance: Instance
let origin = ''
let hook: Webhook
let fault: number | undefined
const answers: string[] = []

beforeAll(async () => {
  const { port, env } = await simulatorSettings()
  origin = `http://127.0.0.1:${port}`
  const fleet = createFleet(DEVICES)
  const simulator = createGraphSimulator({ fleet, origin: () => origin, pageSize: 100, leaky: true })
  simulator.fault = (_n, { url }) =>
    fault !== undefined && url.pathname.endsWith('managedDevices') ? { status: fault } : undefined
  provider = await serveSimulator(simulator, port)
  collector = await startOtlpReceiver()
  hook = await startWebhook()
  const egress = [env.WARDLINE_EGRESS_ALLOW, hook.address].filter(Boolean).join(',')
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' }
  instance = await startDistributed({ prefix: PREFIX, env: { ...env, ...traces, WARDLINE_EGRESS_ALLOW: egress } })
}, 240_000)

afterAll(async () => {
  await instance?.stop()
  await Promise.all([provider?.close(), collector?.close(), hook?.close()])
  if (instance) removeDataDir(instance.dataDir)
})

/** A client that remembers every answer. */
function client() {
  const api = createApiClient(instance.apiUrl, { token: instance.adminToken })
  const noted = async (answer: ReturnType<typeof api.get>) => {
    const told = await answer
    answers.push(told.text)
    return told
  }
  return {
    get: (path: string) => noted(api.get(path)),
    post: (path: string, body?: unknown) => noted(api.post(path, body)),
    patch: (path: string, body: unknown, etag: string) => noted(api.patch(path, body, etag)),
  }
}

const connectorPid = (): number | undefined =>
  processesOf(instance.dataDir).find(({ name }) => name === 'mdm-connector')?.pid

describe('a sync of 1,000 devices by services in separate processes', () => {
  it('continues after kill -9 of the connector during a run, counts every device once, and is announced once', async () => {
    const api = client()
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
    const run = async () => {
      const answer = await api.get(`${path}/sync-runs/${sync_run_id}`)
      return answer.status === 200 ? answer.body : { state: 'running', counts: { seen: 0 } }
    }
    let now = await eventually(run, ({ counts }) => counts.seen >= DEVICES / 4, 60_000, 50)
    expect(now.state).toBe('running')
    const killed = connectorPid()
    process.kill(killed!, 'SIGKILL')
    await until('another connector', () => connectorPid() !== killed && connectorPid() !== undefined)
    now = await eventually(run, ({ state }) => state !== 'running' && state !== 'queued', 200_000, 250)
    expect(now).toMatchObject({
      sync_run_id,
      state: 'succeeded',
      complete: true,
      counts: { seen: DEVICES, created: DEVICES, changed: 0, unchanged: 0, missing: 0 },
    })
    expect((await api.get(`${path}/sync-runs`)).body.items).toHaveLength(1)
    const evidence = async (): Promise<{ subject: { id: string } }[]> =>
      (await api.get('/auditor/evidence?evidence_type=mdm_sync')).body.items
    const collected = await eventually(evidence, found => found.length > 0, 60_000)
    expect(collected.map(e => e.subject.id)).toEqual([sync_run_id])
    const seen = new Set<string>()
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await api.get(`/integrations/mdm/devices?limit=200${cursor && `&cursor=${cursor}`}`)
      for (const { device_id } of page.body.items) seen.add(device_id)
      cursor = page.body.next_cursor
    }
    expect(seen.size).toBe(DEVICES)
  }, 240_000)

  it('leaves nothing personal and no secret in answers, topics, documents, indices, log lines, metrics, traces or audit records', async () => {
    const api = client()
    const [connection] = (await api.get('/integrations/mdm/connections')).body.items
    const path = `/integrations/mdm/connections/${connection.connection_id}`
    for (const status of [401, 403, 500]) {
      fault = status
      const { sync_run_id } = (await api.post(`${path}/sync`)).body
      const stateNow = async (): Promise<string> =>
        (await api.get(`${path}/sync-runs/${sync_run_id}`)).body.state ?? 'queued'
      const state = await eventually(stateNow, now => now !== 'queued' && now !== 'running', 120_000, 250)
      expect(['failed', 'partial', 'throttled']).toContain(state)
    }
    fault = undefined
    await api.patch(path, { name: 'renamed' }, `"${(await api.get(path)).body.version}"`)
    await api.get('/assets')
    await api.get('/audit-records')
    answers.push(await (await fetch(`${instance.adminUrl}/metrics`)).text())

    const texts: readonly EngineText[] = await engineTexts(process.env, PREFIX)
    const places = new Set(texts.map(({ place }) => place.slice(PREFIX.length)))
    expect([...places]).toEqual(
      expect.arrayContaining(['integration.mdm.sync_completed.v1', 'mdm_devices', 'mdm_sync_runs', 'audit_records']),
    )
    expect(texts.filter(({ text }) => PLANTED.test(text)).map(({ place }) => place)).toEqual([])
    expect(answers.filter(text => PLANTED.test(text))).toEqual([])
    expect(PLANTED.test(instance.stdout() + instance.stderr())).toBe(false)
    const traced = collector.bytes().toString('latin1')
    expect([traced.includes('syncMdmConnection'), PLANTED.test(traced)]).toEqual([true, false])
  }, 240_000)
})

describe('people, addresses and passwords in logs of many formats', () => {
  it('are in no record of a topic, webhook, metric, log line, trace or audit record, and in the index only for internal roles', async () => {
    const api = createApiClient(instance.apiUrl, { token: instance.adminToken })
    expect((await api.post('/alert-destinations', { url: `http://${hook.address}/hook` })).status).toBe(201)
    expect((await api.post('/detection-rules', { source: PLANTED_RULE })).status).toBe(201)
    // A rule made by the API is effective within 5 s.
    await sleep(5_500)
    await sendPlantedLogs(api)
    const alerted = async (): Promise<boolean> => (await api.get('/alerts')).body.items.length > 0
    await until('alerts', alerted, 120_000)
    await until('a webhook', () => hook.bodies.length > 0, 120_000)
    const texts = await engineTexts(process.env, PREFIX)
    const documents = texts.filter(({ text }) => text.startsWith('{"_index"')).map(({ text }) => text)
    const { internal, others } = openSearchIndex(documents)
    const ofServices = await Promise.all(
      processesOf(instance.dataDir).flatMap(({ admin_url }) =>
        admin_url === undefined ? [] : [fetch(`${admin_url}/metrics`).then(answer => answer.text())],
      ),
    )
    expect(ofServices.length).toBeGreaterThan(5)
    expect(internal.join('\n').toLowerCase()).toContain(PLANTED_WORDS[0])
    expect(others.join('\n')).toContain('word:1~')
    const told = [
      { place: 'index', text: others.join('\n') },
      { place: 'webhooks', text: hook.bodies.join('\n') },
      ...texts.filter(({ place }) => /\.v1(?:\.dlq)?$|audit_records$/.test(place)),
      { place: 'metrics', text: ofServices.join('\n') },
      { place: 'lines', text: instance.stdout() + instance.stderr() },
      { place: 'traces', text: collector.bytes().toString('latin1') },
    ].map(({ place, text }) => ({ place, text: text.toLowerCase() }))
    const found = PLANTED_WORDS.flatMap(word => {
      const forms = formsOf(word)
      return told
        .filter(({ text }) => forms.some(form => text.includes(form)))
        .map(({ place }) => `${word} in ${place}`)
    })
    expect(found).toEqual([])
    const places = new Set(told.map(({ place }) => place.replace(PREFIX, '')))
    const kinds = ['log.event.received', 'log.event.normalized', 'internal.detection.match', 'alert.created']
    expect([...places]).toEqual(expect.arrayContaining(kinds.map(kind => `${kind}.v1`)))
  }, 240_000)
})

describe('a log that raises an alert', () => {
  it('has one trace from its request to its alert, across processes and Kafka', async () => {
    const traceId = await tracedAttack(createApiClient(instance.apiUrl, { token: instance.adminToken }))
    const spans = await eventuallyTraced(collector, traceId)
    expect(spans.map(span => span.name)).toEqual(expect.arrayContaining(['ask ingest', ...STEPS]))
    expect(withoutParent(spans).map(span => span.name)).toEqual(['POST /api/v1/logs/ingest'])
    const services = ['gateway', 'ingest', 'normalizer', 'detector', 'alert-projector'].map(name => `wardline-${name}`)
    expect([...new Set(spans.map(span => span.source['service.name']))].sort()).toEqual(services.sort())
  }, 120_000)
})
