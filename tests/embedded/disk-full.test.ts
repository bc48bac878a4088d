// The disk of the data folder fills up, from Wardline's own logs and then from another program, until nothing is left
// of it. What must go on does, also behind kill -9, and nothing accepted is lost.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { describeWithSmallDisk, type SmallDisk, smallDisk } from '../../libs/engines-embedded/src/testing/small-disk.ts'
import { type EnrolledAgent, enrol } from '../../tools/client/agent.ts'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { recountedLedger } from '../../tools/client/recounted-ledger.ts'
import { type Instance, startInstance } from '../../tools/instance/start.ts'
import { wardline } from '../cli/wardline.ts'

const MIB = 1_048_576
const RESERVE = 16
const SETTINGS = { WARDLINE_DISK_RESERVE_MIB: String(RESERVE), WARDLINE_LEDGER_RECOUNT_SECONDS: '2' }
const PATIENCE_MS = 60_000
const REFUSED = [503, 'storage_full']

describeWithSmallDisk('a disk that is full', () => {
  let disk: SmallDisk
  let dataDir: string
  let instance: Instance
  let api: ApiClient
  let source: string
  let kept: EnrolledAgent
  let waiting: EnrolledAgent
  let lost: EnrolledAgent
  let accepted = 0

  async function start(): Promise<void> {
    instance = await startInstance({ dataDir, env: { ...SETTINGS, WARDLINE_RATE_LIMITS: 'off' } })
    api = createApiClient(instance.apiUrl, { token: instance.adminToken })
  }
  async function until(holds: () => unknown): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(100))
      if (Date.now() > end) throw new Error(`it does not come true: ${holds}`)
  }
  const readyz = async () => {
    const answer = await fetch(`${instance.adminUrl}/readyz`)
    return { status: answer.status, lines: (await answer.text()).trim().split('\n') }
  }
  const isFull = async (): Promise<boolean> => /^storage_full: /.test((await readyz()).lines[1] ?? '')
  const alarm = async (): Promise<string | undefined> =>
    /wardline_alarms\{name="storage_full",state="active"\} (\d)/.exec(
      await (await fetch(`${instance.adminUrl}/metrics`)).text(),
    )?.[1]
  const newToken = async (): Promise<string> =>
    (await api.post('/enrollment-tokens', { agent_class: 'endpoint' })).body.token
  const newAgent = async () => enrol(instance, await newToken(), { platform: 'linux' })
  let sent = 0
  const ingest = async () => {
    const events = Array.from({ length: 100 }, () => ({
      raw: `<86>Nov 21 10:00:00 web1 app[1]: event ${++sent} ${'of some length '.repeat(40)}`,
      event_ref: `ref-${sent}`,
    }))
    const { status, body, headers } = await api.post('/logs/ingest', { log_source_id: source, events })
    if (status === 202) accepted += events.length
    return { status, code: body?.code, retryAfter: Number(headers['retry-after']) }
  }
  const beats = async (agent: EnrolledAgent, count: number): Promise<number[]> => {
    const statuses = new Set<number>()
    for (let i = 0; i < count; i++) statuses.add((await agent.beat({ sequence: i })).status)
    return [...statuses]
  }
  /** An agent's client keeps the address of an instance that has ended. */
  const again = (agent: EnrolledAgent): EnrolledAgent => {
    const client = createApiClient(instance.agentUrl, {
      ca: instance.ca,
      cert: [agent.enrolment.certificate, ...agent.enrolment.ca_chain].join('\n'),
      key: agent.key.keyPem,
    })
    return {
      ...agent,
      api: client,
      beat: (body = {}) =>
        client.post(`/agents/${agent.enrolment.agent_id}/telemetry/heartbeat`, { hostname: 'host.example', ...body }),
    }
  }

  beforeAll(async () => {
    disk = smallDisk(160)
    dataDir = join(disk.path, 'data')
    await start()
    source = (await api.post('/log-sources', { name: 'fills', format: 'syslog', product: 'linux' })).body.log_source_id
    kept = await newAgent()
    lost = await newAgent()
    for (const agent of [kept, lost]) await agent.beat()
    waiting = await newAgent()
    const reserve = join(dataDir, 'reserve')
    await until(() => existsSync(reserve) && statSync(reserve).size === (RESERVE * 3 * MIB) / 8)
  })
  afterAll(async () => {
    await instance?.stop('SIGKILL')
    disk?.remove()
  })

  it('refuses logs with 503 storage_full before it is quite full, says so, and stays ready for agents', async () => {
    disk.fill(RESERVE + 6)
    let answer = await ingest()
    for (let i = 0; answer.status === 202 && i < 1_000; i++) answer = await ingest()
    expect([answer.status, answer.code]).toEqual(REFUSED)
    expect(answer.retryAfter).toBeGreaterThanOrEqual(5)
    await until(isFull)
    const { status, lines } = await readyz()
    expect([status, lines[0]]).toEqual([200, 'ready'])
    expect(lines[1]).toMatch(/^storage_full: .*; free \d+ MiB on the disk of the data folder/)
    expect(await alarm()).toBe('1')
    expect(await beats(kept, 20)).toEqual([200])
  })

  it('of which another program has taken the last byte: 300 heartbeats of 300, enrolments, a first heartbeat and a revocation go on from the reserve', async () => {
    disk.fill(0)
    expect(disk.freeBytes()).toBe(0)
    expect(await beats(kept, 300)).toEqual([200])
    expect((await waiting.beat()).status).toBe(200)
    const fresh = await Promise.all(Array.from({ length: 10 }, newAgent))
    expect(await Promise.all(fresh.map(async agent => (await agent.beat()).status))).toEqual(fresh.map(() => 200))
    const revoked = await api.post(`/agents/${lost.enrolment.agent_id}/revoke`, { reason: 'stolen' })
    expect(revoked.status).toBeLessThan(300)
    await until(async () => (await lost.beat()).body.code === 'identity_revoked')
    const records = (await api.get('/audit-records?limit=50')).body.items as { operation: string }[]
    expect(records.filter(r => r.operation === 'revokeAgent')).toHaveLength(1)
    expect(disk.freeBytes()).toBe(0)
  })

  it('refuses everything else with 503 storage_full, and answers searches', async () => {
    const refused = await api.post('/log-sources', { name: 'too much', format: 'json' })
    expect([refused.status, refused.body.code]).toEqual(REFUSED)
    const { status, code } = await ingest()
    expect([status, code]).toEqual(REFUSED)
    expect((await api.get('/logs/search?limit=10')).status).toBe(200)
    expect((await readyz()).lines[1]).toMatch(/only heartbeats, enrolments, revocations and audit records are written/)
    const findings = (await wardline(dataDir, ['doctor', '--json'], '', SETTINGS)).json() as {
      what: string
      state: string
      finding: string
    }[]
    expect(findings.filter(f => ['disk', 'process'].includes(f.what))).toEqual([
      expect.objectContaining({ state: 'bad', finding: '0 MiB free' }),
      expect.objectContaining({ state: 'bad', finding: expect.stringContaining('storage_full') }),
    ])
  })

  it('survives kill -9 and a clean stop: it starts, says in one line what to free, and knows who was revoked', async () => {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      // In the middle of writing to the reserve.
      const cut = beats(kept, 1_000).catch(() => undefined)
      await sleep(150)
      await instance.stop(signal)
      await cut
      disk.fill(0)
      await start()
      expect(
        instance.stdout().match(/^storage_full: .*; free \d+ MiB on the disk of the data folder, or enlarge it$/gm),
      ).toHaveLength(1)
      kept = again(kept)
      waiting = again(waiting)
      lost = again(lost)
      expect(await beats(kept, 20)).toEqual([200])
      expect(await beats(waiting, 20)).toEqual([200])
      expect((await lost.beat()).body.code).toBe('identity_revoked')
      expect((await ingest()).code).toBe('storage_full')
    }
  })

  it('is enlarged: without a restart logs are accepted again, nothing is missing, and the reserve is complete', async () => {
    const { pid } = instance
    disk.resize(320)
    await until(async () => (await ingest()).status === 202)
    await until(async () => !(await isFull()))
    expect(await alarm()).toBe('0')
    await until(async () => (await api.get(`/log-sources/${source}/ledger`)).body.pending === 0)
    expect(await recountedLedger(api, source)).toMatchObject({ accepted, searchable: accepted, differences: [] })
    const facts = await api.get('/auditor/evidence?limit=100')
    expect(JSON.stringify(facts.body)).toContain(lost.enrolment.agent_id)
    await until(() => statSync(join(dataDir, 'reserve')).size === (RESERVE * 3 * MIB) / 8)
    expect(instance.pid).toBe(pid)
    expect(await instance.stop()).toBe(0)
  })
})
