// A backup under load, kill -9, a restore into a new folder: nothing accepted before is lost or duplicated, and nothing
// revoked or spent since comes back.
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  agentApi,
  type EnrolledAgent,
  enrol,
  enrolledAgent,
  enrollmentToken,
  freshNonce,
} from '../../tools/client/agent.ts'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance, temporaryDataDir } from '../../tools/instance/start.ts'
import { wardline } from '../cli/wardline.ts'
import { drained } from '../support/drained.ts'

const LANES = 2
const BATCH = 40
const RULE = `title: Backup test marker
id: 6b0c1a52-60a1-4c53-8f0c-1f2f4f0d5c12
status: stable
logsource:
  product: linux
detection:
  selection:
    message|contains: 'marker'
  condition: selection
level: medium
`

const env = { WARDLINE_RATE_LIMITS: 'off' }
const dataDir = temporaryDataDir()
const restoredDir = `${dataDir}-restored`
const backup = `${dataDir}-backup`
const identity = `${dataDir}-identity`
let instance: Instance
const started: Instance[] = []
let api: ApiClient
let source = ''
/** Event ids in the order of their acknowledgement. */
const accepted: string[] = []
let loading = true

beforeAll(async () => {
  instance = await startInstance({ dataDir, env })
  started.push(instance)
  api = createApiClient(instance.apiUrl, { token: instance.adminToken })
})
afterAll(async () => {
  for (const one of started) await one.stop('SIGKILL')
  for (const folder of [dataDir, restoredDir]) removeDataDir(folder)
  for (const folder of [backup, `${backup}-dead`, identity]) rmSync(folder, { recursive: true, force: true })
})

async function load(lane: number): Promise<void> {
  for (let n = 0; loading; n++) {
    const events = Array.from({ length: BATCH }, (_, i) => ({
      raw: `<86>Nov 21 10:00:00 web1 backuptest[1]: line ${lane} ${n} ${i}`,
      event_ref: `ref-${lane}-${n}-${i}`,
      observed_at: '2026-11-21T12:00:00.000Z',
    }))
    const answer = await api.post('/logs/ingest', { log_source_id: source, events }).catch(() => undefined)
    if (answer?.status === 202) accepted.push(...answer.body.results.map((r: { event_id: string }) => r.event_id))
  }
}

const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>): Promise<string> => {
  const { status, body } = await answer
  return body.code === undefined ? String(status) : `${status} ${body.code}`
}

async function everyPage(path: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  for (let cursor = ''; ; ) {
    const { body } = await api.get(`${path}${cursor}`)
    items.push(...body.items)
    if (body.next_cursor === null) return items
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
}

async function markAndWait(): Promise<void> {
  const events = [{ raw: '<86>Nov 21 10:00:00 web1 backuptest[1]: a marker' }]
  const answer = await api.post('/logs/ingest', { log_source_id: source, events })
  expect(answer.status).toBe(202)
  accepted.push(answer.body.results[0].event_id)
  await drained(api, source)
}

/** Of all alerts, once there are as many as that: they follow the evaluation that the ledger waits for. */
async function alertNumbers(expected: number): Promise<unknown[]> {
  for (let i = 0; ; i++) {
    const alerts = await everyPage('/alerts?order=asc')
    if (alerts.length >= expected || i > 200) return alerts.map(a => a.sequence)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Registers a key that alerts are encrypted for. */
async function consumerKey(client: ApiClient): Promise<string> {
  const jwk = { ...generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }), use: 'enc' }
  return (await client.post('/alert-consumer-keys', { jwk })).body.kid
}

describe('a backup of the embedded profile', () => {
  let before: EnrolledAgent
  let renewed: EnrolledAgent
  let revoked: EnrolledAgent
  let late: EnrolledAgent
  let renewedApi: (target: Instance) => ApiClient
  let spent = ''
  let unused = ''
  let goneAccount: { service_account_id: string; token: string }
  let acceptedBefore: ReadonlySet<string>
  let keptKey = ''
  let goneKey = ''
  let lateKey = ''

  it('is taken while logs and heartbeats come in, and one flipped bit in it is found', async () => {
    const rule = await api.post('/detection-rules', { source: RULE })
    expect(rule.status).toBe(201)
    source = (await api.post('/log-sources', { name: 'backed-up', format: 'syslog', product: 'linux' })).body
      .log_source_id
    ;[before, renewed, revoked] = [
      await enrolledAgent(instance, api),
      await enrolledAgent(instance, api),
      await enrolledAgent(instance, api),
    ]
    for (const agent of [before, renewed, revoked]) expect((await agent.beat()).status).toBe(200)
    spent = await enrollmentToken(api)
    unused = await enrollmentToken(api)
    goneAccount = (await api.post('/service-accounts', { name: 'gone', roles: ['analyst'] })).body
    ;[keptKey, goneKey] = [await consumerKey(api), await consumerKey(api)]
    await new Promise(resolve => setTimeout(resolve, 4_000))
    await markAndWait()
    expect(await alertNumbers(1)).toHaveLength(1)

    const lanes = Array.from({ length: LANES }, (_, lane) => load(lane))
    while (accepted.length < 800) await new Promise(resolve => setTimeout(resolve, 10))
    acceptedBefore = new Set(accepted)
    const taken = await wardline(dataDir, ['backup', '--to', backup, '--json'])
    expect([taken.code, taken.stderr]).toEqual([0, expect.stringContaining('move ')])
    const during = accepted.length - acceptedBefore.size
    loading = false
    await Promise.all(lanes)
    expect(during).toBeGreaterThan(0)

    expect((await wardline(dataDir, ['backup', 'verify', backup])).code).toBe(0)
    const file = join(backup, 'data/registry.sqlite.age')
    const whole = readFileSync(file)
    const flipped = Buffer.from(whole)
    flipped[flipped.length >> 1]! ^= 1
    writeFileSync(file, flipped)
    const found = await wardline(dataDir, ['backup', 'verify', backup, '--json'])
    expect([found.code, found.json().faults]).toEqual([1, [{ file: 'data/registry.sqlite.age', fault: 'changed' }]])
    const refused = await wardline(dataDir, ['restore', '--from', backup, '--data', restoredDir])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('registry.sqlite')])
    writeFileSync(file, whole)
  })

  it('is followed by changes that it does not contain', async () => {
    const key = renewed.key
    const answer = await renewed.api.post(`/agents/${renewed.enrolment.agent_id}/certificate/renew`, {
      csr: key.csrPem,
      nonce: freshNonce(),
    })
    expect(answer.status).toBe(201)
    renewedApi = target => agentApi(target, answer.body, key)
    expect(await codeOf(beat(renewedApi(instance), renewed))).toBe('200')
    expect((await api.post(`/agents/${revoked.enrolment.agent_id}/revoke`, { reason: 'lost' })).status).toBe(200)
    late = await enrol(instance, spent)
    expect((await late.beat()).status).toBe(200)
    expect((await api.call('DELETE', `/service-accounts/${goneAccount.service_account_id}`)).status).toBe(204)
    expect((await api.call('DELETE', `/alert-consumer-keys/${goneKey}`)).status).toBe(204)
    lateKey = await consumerKey(api)
    await markAndWait()
    await instance.stop('SIGKILL')
    // Nor has anybody to be there who answers.
    // The operator has moved the identity away, as the line said.
    renameSync(join(dataDir, 'bootstrap/backup-identity.txt'), identity)
    const dead = await wardline(dataDir, ['backup', '--to', `${backup}-dead`])
    expect([dead.code, dead.stderr]).toEqual([0, ''])
    const closed = await wardline(dataDir, ['backup', 'verify', `${backup}-dead`])
    expect([closed.code, closed.stderr]).toEqual([1, expect.stringMatching(/^wardline: the backup is encrypted.*\n$/)])
    const opened = await wardline(dataDir, ['backup', 'verify', `${backup}-dead`, '--identity', identity])
    expect([opened.code, opened.stderr]).toEqual([0, ''])
  })

  it('is restored into a new folder, never over another one, and holds agents until somebody confirms it', async () => {
    const over = await wardline(dataDir, ['restore', '--from', backup, '--identity', identity])
    expect([over.code, over.stderr]).toEqual([1, expect.stringContaining('not empty')])
    const secret = readFileSync(identity, 'utf8')
    const from = ['restore', '--from', backup, '--data', restoredDir, '--identity', '-']
    const laid = await wardline(dataDir, from, secret)
    expect([laid.code, laid.stderr]).toEqual([0, ''])
    instance = await startInstance({ dataDir: restoredDir, env })
    started.push(instance)
    await api.close()
    api = createApiClient(instance.apiUrl, { token: instance.adminToken })

    const asked = [...own(before), ...own(revoked), ...own(late), beat(renewedApi(instance), renewed)]
    const anonymous = createApiClient(instance.agentUrl, { ca: instance.ca })
    asked.push(exchange(anonymous, unused), exchange(anonymous, spent), beat(anonymous, before))
    for (const answer of await Promise.all(asked)) {
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    const status = await wardline(restoredDir, ['restore', 'status', '--json'])
    expect(status.json()).toMatchObject([{ state: 'waiting', journal_refused: 0, tokens_voided: 1 }])
    expect(status.json()[0].journal_files).toBeGreaterThan(0)
    expect((await wardline(restoredDir, ['restore', 'confirm'])).code).toBe(0)
    expect((await wardline(restoredDir, ['restore', 'confirm'])).code).toBe(1)
  })

  it('turns no agent away after that, and lets nobody back in', async () => {
    expect(await Promise.all(own(before).map(codeOf))).toEqual(['200'])
    expect(await Promise.all(own(late).map(codeOf))).toEqual(['200'])
    expect(await codeOf(beat(renewedApi(instance), renewed))).toBe('200')
    expect(await Promise.all(own(revoked).map(codeOf))).toEqual(['403 identity_revoked'])
    const anonymous = createApiClient(instance.agentUrl, { ca: instance.ca })
    expect(await codeOf(exchange(anonymous, spent))).toBe('401 enrollment_token_invalid')
    expect(await codeOf(exchange(anonymous, unused))).toBe('401 enrollment_token_invalid')
    const gone = createApiClient(instance.apiUrl, { token: goneAccount.token })
    expect(await codeOf(gone.get('/alerts'))).toBe('401 unauthenticated')
    const { items } = (await api.get('/alert-consumer-keys')).body as { items: { kid: string }[] }
    expect(items.map(({ kid }) => kid)).toEqual([keptKey, lateKey])
  })

  it('has every event that was accepted before it, once, and gives no number a second time', async () => {
    const ledger = await drained(api, source)
    expect(ledger).toMatchObject({ rejected: 0 })
    expect(ledger.normalized).toBe(ledger.accepted)
    const query = `log_source_id=${source}&from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z&limit=200`
    const found = (await everyPage(`/logs/search?${query}`)).map(e => e.event_id as string)
    const once = new Set(found)
    expect(once.size).toBe(found.length)
    expect([...acceptedBefore].filter(id => !once.has(id))).toEqual([])
    const ever = new Set(accepted)
    expect(found.filter(id => !ever.has(id))).toEqual([])
    expect(found.length).toBe(ledger.accepted)

    await markAndWait()
    expect(await alertNumbers(2)).toEqual([1, 2_000_001])
  })

  const beat = (client: ApiClient, agent: EnrolledAgent) =>
    client.post(`/agents/${agent.enrolment.agent_id}/telemetry/heartbeat`, { hostname: 'host.example' })
  const own = (agent: EnrolledAgent) => [beat(agentApi(instance, agent.enrolment, agent.key), agent)]
  const exchange = (client: ApiClient, enrollment_token: string) =>
    client.post('/agent-enrollment/exchange', {
      enrollment_token,
      nonce: freshNonce(),
      csr: before.key.csrPem,
      agent_class: 'endpoint',
    })
})
