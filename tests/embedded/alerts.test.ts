// An alert names nobody in any byte that leaves the platform, and whoever is entitled reads the names: by the API, on
// record, or with a consumer key, by the programs of docs/consuming-alerts.md as they stand there.
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createEventCodec } from '@wardline/events'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance, temporaryDataDir } from '../../tools/instance/start.ts'
import { formsOf } from '../support/name-in-bytes.ts'
import { pythonWith, runProgram } from '../support/python.ts'
import { eventually } from '../support/until.ts'
import { startWebhook, type Webhook } from '../support/webhook.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const USER = 'kanarekzwierz'
const ADDRESS = '198.51.100.177'
const AUTHOR = 'Zbigniewczak'
const WORD = 'zielonybudynek'
const COMMAND = `net user ${USER} /add /comment:${WORD}`
const PLANTED = [USER, ADDRESS, COMMAND, WORD, AUTHOR]
const RULE = `title: An account was added
author: Maria ${AUTHOR}
logsource: { product: linux }
detection:
  selection:
    action: account-added
    TargetUserName|contains: ''
    IpAddress|contains: ''
    CommandLine|contains: user
  condition: selection
level: high
`
/** Where somebody's personal values would be, if they were anywhere, in any form in which files hold names. */
const namesIn = (bytes: string): string[] =>
  PLANTED.filter(name => formsOf(name).some(form => bytes.toLowerCase().includes(form)))

type Json = Record<string, unknown>
interface Alert {
  readonly alert_id: string
  readonly rule: Json
  readonly group: Json | null
  readonly matched_conditions: readonly { readonly field: string; readonly value: string }[]
  readonly jwe: { readonly recipients: readonly { readonly header: { readonly kid: string } }[] }
}

const dataDir = temporaryDataDir()
let hook: Webhook
const keys: { readonly kid: string; readonly secret: JsonWebKey }[] = []
let instance: Instance
let admin: ApiClient
let clear: Alert
let sent: Alert
let metrics = ''

async function newKey(type: 'x25519' | 'ec') {
  const pair = type === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('x25519')
  const jwk = { ...pair.publicKey.export({ format: 'jwk' }), use: 'enc' }
  const { status, body } = await admin.post('/alert-consumer-keys', { jwk })
  expect(status).toBe(201)
  return { kid: body.kid as string, secret: pair.privateKey.export({ format: 'jwk' }) }
}

beforeAll(async () => {
  hook = await startWebhook()
  const host = hook.address
  instance = await startInstance({ dataDir, env: { WARDLINE_EGRESS_ALLOW: host, WARDLINE_LOG_LEVEL: 'debug' } })
  admin = createApiClient(instance.apiUrl, { token: instance.adminToken })
  keys.push(await newKey('x25519'), await newKey('ec'))
  await admin.post('/alert-destinations', { url: `http://${host}/hook` })
  const { rule_id } = (await admin.post('/detection-rules', { source: RULE })).body
  const source = await admin.post('/log-sources', { name: 'x', format: 'json', product: 'linux' })
  const raw = { action: 'account-added', TargetUserName: USER, IpAddress: ADDRESS, CommandLine: COMMAND }
  const alerts = await eventually(
    async () => {
      await admin.post('/logs/ingest', { log_source_id: source.body.log_source_id, events: [{ raw }] })
      return admin.get(`/alerts?rule_id=${rule_id}`)
    },
    ({ body }) => body.items?.length > 0,
    60_000,
    500,
  )
  clear = (await admin.get(`/alerts/${alerts.body.items.at(-1).alert_id}`)).body
  const received = () =>
    hook.bodies.map(text => JSON.parse(text).data as Alert).find(a => a.alert_id === clear.alert_id)
  sent = (await eventually(
    async () => received(),
    found => found !== undefined,
    60_000,
  ))!
  metrics = await (await fetch(`${instance.adminUrl}/metrics`)).text()
}, 180_000)
afterAll(async () => {
  await admin?.close()
  await instance?.stop()
  hook?.close()
  removeDataDir(dataDir)
})

describe('an alert about somebody', () => {
  it('is read in clear by who may, on record', async () => {
    const valueIn = (alert: Alert, field: string) => alert.matched_conditions.find(c => c.field === field)?.value
    expect([valueIn(clear, 'TargetUserName'), valueIn(clear, 'IpAddress')]).toEqual([USER, ADDRESS])
    expect(valueIn(clear, 'CommandLine')).toBe(COMMAND)
    expect(valueIn(sent, 'TargetUserName')).toMatch(/^user:\d+~[a-z2-7]{26}$/)
    expect(valueIn(sent, 'IpAddress')).toMatch(/^ip:\d+~[a-z2-7]{26}$/)
    const reads = await eventually(
      () => admin.get('/audit-records?operation=readAlert'),
      ({ body }) => body.items?.length > 0,
      60_000,
    )
    expect(reads.body.items[0]).toMatchObject({ operation: 'readAlert' })
    const made = await admin.get('/audit-records?operation=createAlertConsumerKey')
    expect(made.body.items).toHaveLength(2)
  })

  it('names nobody in the body of a webhook, in a metric or in a log line', () => {
    expect(hook.bodies.length).toBeGreaterThan(0)
    expect(namesIn(hook.bodies.join('\n'))).toEqual([])
    expect(metrics).toContain('alert_deliveries_total')
    expect(namesIn(metrics)).toEqual([])
    expect(namesIn(instance.stdout() + instance.stderr())).toEqual([])
  })

  it('carries its clear part for each key of the tenant, and for nobody else', () => {
    expect(sent.jwe.recipients.map(({ header }) => header.kid).sort()).toEqual(keys.map(({ kid }) => kid).sort())
  })

  it('names nobody in any byte of the topics of alerts', async () => {
    expect(await instance.stop()).toBe(0)
    const files = globSync('**/*alert.created*/*', { cwd: dataDir, withFileTypes: true }).filter(file => file.isFile())
    const bytes = files.map(file => readFileSync(join(file.parentPath, file.name)).toString('latin1'))
    expect(bytes.join('')).toContain(clear.alert_id)
    expect(files.filter((_, i) => namesIn(bytes[i]!).length > 0).map(file => file.name)).toEqual([])
  })
})

describe('the programs of docs/consuming-alerts.md', () => {
  const page = readFileSync(join(ROOT, 'docs/consuming-alerts.md'), 'utf8')
  const program = (language: string): string => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)![1]!
  const example = (name: string): string => readFileSync(join(ROOT, 'docs/examples', name), 'utf8')
  const keyFile = join(dataDir, '../', `wardline-consumer-key-${process.pid}.json`)
  // Beside this test, so that it finds `jose`.
  const script = fileURLToPath(new URL(`./program-of-the-docs-${process.pid}.ts`, import.meta.url))
  afterAll(() => {
    rmSync(keyFile, { force: true })
    rmSync(script, { force: true })
  })

  /** What a program prints for an alert of the product with each key, and for the page's example. */
  function opens(run: (alert: unknown) => string): void {
    const { rule, group, matched_conditions } = clear
    for (const { secret } of keys) {
      writeFileSync(keyFile, JSON.stringify(secret))
      expect(JSON.parse(run(sent))).toMatchObject({ alert_id: clear.alert_id, rule, group, matched_conditions })
      expect(() => run({ ...sent, alert_id: 'alr_other' })).toThrow('something else')
    }
    writeFileSync(keyFile, example('consumer-key.json'))
    const { payload } = JSON.parse(example('alert.created.json'))
    expect(JSON.parse(run(payload))).toMatchObject({ group: { user: 'mlopez', 'src_endpoint.ip': '203.0.113.9' } })
    expect(() => run(sent)).toThrow('ended with')
  }

  it('open the clear part in TypeScript', () => {
    writeFileSync(script, program('ts'))
    opens(alert => runProgram(process.execPath, [script], JSON.stringify(alert), { ALERT_KEY: keyFile }))
  }, 60_000)

  it('open it in Python', () => {
    const PYTHONPATH = pythonWith('jwcrypto==1.6.1')
    if (PYTHONPATH === undefined) return
    const run = program('python')
    opens(alert => runProgram('python3', ['-c', run], JSON.stringify(alert), { ALERT_KEY: keyFile, PYTHONPATH }))
  }, 300_000)

  it('have an example that our own schema accepts, and that has no names outside', () => {
    const event = JSON.parse(example('alert.created.json'))
    expect(() => createEventCodec().encode(event)).not.toThrow()
    const { jwe: _, sealed: __, ...outside } = event.payload
    expect(JSON.stringify(outside)).not.toMatch(/mlopez|203\.0\.113/)
  })
})
