import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from '@jest/globals'
import { enrolledAgent } from '../../tools/client/agent.ts'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { recountedLedger } from '../../tools/client/recounted-ledger.ts'
import { type Instance, removeDataDir, startInstance, temporaryDataDir } from '../../tools/instance/start.ts'
import { drained } from '../support/drained.ts'

const folders: string[] = []
const running = new Set<Instance>()

async function start(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<{ instance: Instance; api: ApiClient }> {
  const instance = await startInstance({ dataDir, env: { WARDLINE_RATE_LIMITS: 'off', ...env } })
  running.add(instance)
  return { instance, api: createApiClient(instance.apiUrl, { token: instance.adminToken }) }
}

async function stop(instance: Instance, signal?: NodeJS.Signals): Promise<number | null> {
  running.delete(instance)
  return instance.stop(signal)
}

function folder(): string {
  const dir = temporaryDataDir()
  folders.push(dir)
  return dir
}

afterEach(async () => {
  for (const instance of running) await instance.stop('SIGKILL')
  running.clear()
  for (const dir of folders.splice(0)) removeDataDir(dir)
})

/** A start that is expected to fail: its exit code and what it says. */
async function refused(dataDir: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [STANDALONE], {
    env: { ...process.env, WARDLINE_DATA_DIR: dataDir, ...FREE_PORTS, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', text => {
    stderr += String(text)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stderr }
}

const STANDALONE = fileURLToPath(new URL('../../apps/standalone/src/main.ts', import.meta.url))
const FREE_PORTS = { WARDLINE_API_PORT: '0', WARDLINE_AGENT_PORT: '0', WARDLINE_ADMIN_PORT: '0' }

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('a start of the embedded profile', () => {
  it('writes what clients need, secrets for its owner alone, and prints no token', async () => {
    const dir = folder()
    const { instance } = await start(dir)
    for (const name of [
      'bootstrap/admin-token',
      'bootstrap/platform-token',
      'bootstrap/backup-identity.txt',
      'keys/master.key',
      'keys/backup-recipients.txt',
    ])
      expect([name, mode(join(dir, name))]).toEqual([name, '600'])
    for (const name of ['', 'bootstrap', 'keys']) expect([name, mode(join(dir, name))]).toEqual([name, '700'])
    expect(instance.pid).toBeGreaterThan(0)
    const printed = instance.stdout() + instance.stderr()
    expect(printed).not.toContain(instance.adminToken)
    expect(printed).not.toContain(instance.platformToken)
    expect(printed).not.toContain(readFileSync(join(dir, 'keys/master.key'), 'utf8').trim())
    expect(printed).toContain('bootstrap/backup-identity.txt')
    expect(printed).not.toContain('AGE-SECRET-KEY')
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await fetch(instance.adminUrl + path)).status).toBe(200)
  })

  it('says in one line that another process has the folder, and keeps the lock to itself', async () => {
    const dir = folder()
    await start(dir)
    expect(mode(join(dir, 'lock'))).toBe('600')
    const { code, stderr } = await refused(dir, {})
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([
      'wardline cannot start: the data folder is in use by another process: stop it, or set WARDLINE_DATA_DIR to another folder',
    ])
  })

  it('reports a master key that does not belong to the folder, and starts with the right one again', async () => {
    const dir = folder()
    const first = await start(dir)
    expect(await stop(first.instance)).toBe(0)
    const { code, stderr } = await refused(dir, { WARDLINE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') })
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining('cannot start: WARDLINE_MASTER_KEY is not the key that'),
    ])
    const second = await start(dir)
    expect((await second.api.get('/service-accounts')).status).toBe(200)
  })

  it('drains on SIGTERM, exits 0, and the next one finds everything', async () => {
    const dir = folder()
    const first = await start(dir)
    const source = (await first.api.post('/log-sources', { name: 'kept', format: 'json' })).body.log_source_id
    const sent = await first.api.post('/logs/ingest', {
      log_source_id: source,
      events: [{ raw: { msg: 'kept across a restart' } }],
    })
    const agent = await enrolledAgent(first.instance, first.api, { platform: 'linux' })
    await agent.beat()
    expect(await stop(first.instance)).toBe(0)
    expect(existsSync(join(dir, 'run.json'))).toBe(false)

    const second = await start(dir)
    expect(second.instance.adminToken).toBe(first.instance.adminToken)
    expect(second.instance.ca).toBe(first.instance.ca)
    await drained(second.api, source)
    expect((await second.api.get(`/logs/${sent.body.results[0].event_id}`)).status).toBe(200)
    expect((await second.api.get(`/agents/${agent.enrolment.agent_id}`)).body.state).toBe('active')
    expect(await stop(second.instance)).toBe(0)
  })

  it('refuses plain HTTP on an address that others can reach, and settings it cannot read', async () => {
    await expect(startInstance({ dataDir: folder(), env: { WARDLINE_HOST: '0.0.0.0' } })).rejects.toThrow(/loopback/)
    await expect(
      startInstance({ dataDir: folder(), env: { WARDLINE_API_PORT: 'http', WARDLINE_RATE_LIMITS: 'maybe' } }),
    ).rejects.toThrow(/WARDLINE_API_PORT[\s\S]*WARDLINE_RATE_LIMITS/)
  })
})

describe('kill -9 in the middle of work', () => {
  const TOTAL = 3_000
  const line = (i: number): string =>
    i % 300 === 0
      ? `<86>Nov 21 10:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')} web1 killtest[1]: marker-${i} seen`
      : `<86>Nov 21 10:00:00 web1 killtest[1]: ordinary line ${i}`
  const RULE = `title: Kill test marker
id: 6b0c1a52-60a1-4c53-8f0c-1f2f4f0d5c11
status: stable
logsource:
  product: linux
detection:
  selection:
    message|contains: 'marker-'
  condition: selection
level: medium
`

  it('loses nothing acknowledged, and duplicates nothing that is sent again', async () => {
    const dir = folder()
    const often = { WARDLINE_LEDGER_RECOUNT_SECONDS: '2' }
    let { instance, api } = await start(dir, often)
    const rule = await api.post('/detection-rules', { source: RULE })
    expect(rule.status).toBe(201)
    const source = (await api.post('/log-sources', { name: 'killed', format: 'syslog', product: 'linux' })).body
      .log_source_id
    await new Promise(resolve => setTimeout(resolve, 4_000))

    const acknowledged = new Set<string>()
    const sendAll = async (client: ApiClient): Promise<void> => {
      for (let i = 0; i < TOTAL; i += 50) {
        const events = Array.from({ length: 50 }, (_, j) => ({
          raw: line(i + j),
          event_ref: `ref-${i + j}`,
          observed_at: '2026-11-21T12:00:00.000Z',
        }))
        const answer = await client.post('/logs/ingest', { log_source_id: source, events })
        if (answer.status === 202) for (const r of answer.body.results) acknowledged.add(r.event_id)
      }
    }
    for (const afterMs of [150, 350, 700]) {
      const cut = sendAll(api).catch(() => undefined)
      await new Promise(resolve => setTimeout(resolve, afterMs))
      await stop(instance, 'SIGKILL')
      await cut
      ;({ instance, api } = await start(dir, often))
    }
    await sendAll(api)
    expect(acknowledged.size).toBe(TOTAL)
    const ledger = await drained(api, source)
    expect(ledger).toMatchObject({ pending: 0, rejected: 0 })
    expect(ledger.normalized).toBe(ledger.accepted)
    expect(await recountedLedger(api, source)).toMatchObject({
      accepted: ledger.accepted,
      searchable: ledger.accepted,
      dead_lettered: 0,
      in_flight: 0,
      differences: [],
    })

    const found = await everyPage(
      api,
      `/logs/search?log_source_id=${source}&from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z&limit=200`,
    )
    expect(found.map(e => e.event_id).sort()).toEqual([...acknowledged].sort())

    const alerts = await everyPage(api, `/alerts?rule_id=${rule.body.rule_id}&limit=200`)
    expect(alerts.map(a => (a.log_event_refs as string[])[0]).sort()).toEqual(
      [...new Set(alerts.map(a => (a.log_event_refs as string[])[0]))].sort(),
    )
    expect(alerts).toHaveLength(TOTAL / 300)
    expect(alerts.map(a => a.sequence as number).sort((a, b) => a - b)).toEqual(alerts.map((_, i) => i + 1))
    expect(await stop(instance)).toBe(0)
  }, 240_000)
})

async function everyPage(api: ApiClient, path: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { body: { items: Record<string, unknown>[]; next_cursor: string | null } } = await api.get(
      `${path}${cursor ? `&cursor=${cursor}` : ''}`,
    )
    items.push(...page.body.items)
    cursor = page.body.next_cursor
  }
  return items
}
