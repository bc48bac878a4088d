// Makes a fixture of a data folder by the release in a checkout: node tests/formats/make-fixture.ts <name> [<checkout>]
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { enrol } from '../../tools/client/agent.ts'
import { createApiClient } from '../../tools/client/api.ts'
import { readTarget } from '../../tools/instance/start.ts'
import { FIXTURES, type FixtureFacts } from './fixture.ts'

const RULE = `title: Fixture marker
id: 6b0c1a52-60a1-4c53-8f0c-1f2f4f0d5c13
status: stable
logsource:
  product: linux
detection:
  selection:
    message|contains: 'marker'
  condition: selection
level: medium
`
const LINES = [
  'Failed password for bob from 203.0.113.9 port 52144 ssh2',
  'Accepted password for alice from 203.0.113.10 port 50100 ssh2',
  'a marker that a rule looks for',
]
/** Not in a fixture: what every start makes anew. */
const TRANSIENT = ['lock', 'gate', 'run.json', 'bootstrap/ca.pem']

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

const [name, checkout = fileURLToPath(new URL('../..', import.meta.url))] = process.argv.slice(2)
if (!name || !/^format-\d+-[a-z0-9-]+$/.test(name)) throw new Error('a name is expected, as format-2-first')

const folder = mkdtempSync(join(tmpdir(), 'wardline-make-'))
const dataDir = join(folder, 'data')
const env = {
  ...process.env,
  ...{
    WARDLINE_DATA_DIR: dataDir,
    WARDLINE_LOG_LEVEL: 'warn',
    WARDLINE_REVOCATION_JOURNAL_DIR: join(folder, 'journal'),
  },
  WARDLINE_API_PORT: '0',
  WARDLINE_AGENT_PORT: '0',
  WARDLINE_ADMIN_PORT: '0',
}
const child = spawn(process.execPath, ['apps/standalone/src/main.ts'], {
  cwd: resolve(checkout),
  env,
  stdio: 'inherit',
})
const ended = new Promise(resolve => child.once('exit', resolve))
try {
  while (!existsSync(join(dataDir, 'run.json'))) await sleep(50)
  const target = readTarget(dataDir)
  const api = createApiClient(target.apiUrl, { token: target.adminToken })
  const rule = await api.post('/detection-rules', { source: RULE })
  const source = (await api.post('/log-sources', { name: 'fixture', format: 'syslog', product: 'linux' })).body
  await sleep(5_000)
  const now = new Date()
  const stamp = `${now.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })} ${String(now.getUTCDate()).padStart(2)} ${now.toISOString().slice(11, 19)}`
  const events = LINES.map((line, i) => ({ raw: `<38>${stamp} web1 sshd[42]: ${line}`, event_ref: `fixture-${i}` }))
  const sent = await api.post('/logs/ingest', { log_source_id: source.log_source_id, events })
  const token = (await api.post('/enrollment-tokens', { agent_class: 'endpoint' })).body.token
  const agent = await enrol(target, token, { platform: 'linux' })
  const beat = await agent.beat()
  while ((await api.get(`/log-sources/${source.log_source_id}/ledger`)).body.pending !== 0) await sleep(100)
  await sleep(1_000)
  const alerts = (await api.get('/alerts')).body.items.length
  if (rule.status !== 201 || sent.status !== 202 || beat.status !== 200)
    throw new Error('the fixture could not be filled')

  child.kill('SIGTERM')
  await ended
  for (const file of TRANSIENT) rmSync(join(dataDir, file), { force: true })
  const formatFile = join(dataDir, 'format.json')
  const facts: FixtureFacts = {
    format: existsSync(formatFile) ? JSON.parse(readFileSync(formatFile, 'utf8')).format : 1,
    made_at: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim(),
    log_source_id: source.log_source_id,
    event_ids: sent.body.results.map((r: { event_id: string }) => r.event_id),
    alerts,
    agent: {
      agent_id: agent.enrolment.agent_id,
      certificate: agent.enrolment.certificate,
      ca_chain: agent.enrolment.ca_chain,
      key: agent.key.keyPem,
    },
  }
  writeFileSync(join(folder, 'fixture.json'), `${JSON.stringify(facts, null, 2)}\n`)
  const file = join(FIXTURES, `${name}.tar.gz`)
  execFileSync('tar', ['-czf', file, '-C', folder, 'fixture.json', 'data'])
  process.stdout.write(`${file}: format ${facts.format}, ${facts.event_ids.length} events, ${alerts} alerts\n`)
  await Promise.all([api.close(), agent.api.close()])
} finally {
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
