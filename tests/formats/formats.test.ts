// Every data-folder format ever released is opened, migrated and used.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from '@jest/globals'
import { FOLDER_FORMAT, folderFormat } from '@wardline/engines-embedded'
import { HOUR_MS } from '@wardline/kernel'
import { Agent, request } from 'undici'
import { createApiClient } from '../../tools/client/api.ts'
import { type Instance, startInstance } from '../../tools/instance/start.ts'
import { wardline } from '../cli/wardline.ts'
import { drained } from '../support/drained.ts'
import { type FixtureFacts, fixtures, unpack } from './fixture.ts'

const SHIFTED_CLOCK = fileURLToPath(new URL('./shifted-clock.mjs', import.meta.url))

const folders: string[] = []
const running = new Set<Instance>()
afterAll(async () => {
  for (const instance of running) await instance.stop('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function open(name: string): { dataDir: string; facts: FixtureFacts } {
  const { folder, dataDir, facts } = unpack(fixtures().find(f => f.name === name)!)
  folders.push(folder)
  return { dataDir, facts }
}

/** Starts on a folder, at the time when it was created. */
async function start(dataDir: string, facts: FixtureFacts): Promise<Instance> {
  const instance = await startInstance({
    dataDir,
    env: {
      NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
      WARDLINE_TEST_NOW: new Date(Date.parse(facts.made_at) + HOUR_MS).toISOString(),
      WARDLINE_REVOCATION_JOURNAL_DIR: join(dataDir, '../journal'),
    },
  })
  running.add(instance)
  return instance
}

async function stop(instance: Instance): Promise<void> {
  running.delete(instance)
  expect(await instance.stop()).toBe(0)
}

/** The agent's heartbeat. The listener's certificate lives at the fixture's time, which this process does not. */
async function beat({ agentUrl }: Instance, { agent }: FixtureFacts): Promise<number> {
  const cert = [agent.certificate, ...agent.ca_chain].join('\n')
  const dispatcher = new Agent({ connect: { cert, key: agent.key, rejectUnauthorized: false } })
  const answer = await request(`${agentUrl}/api/v1/agents/${agent.agent_id}/telemetry/heartbeat`, {
    ...{ method: 'POST', dispatcher, body: JSON.stringify({ hostname: 'host.example' }) },
    headers: { 'content-type': 'application/json' },
  })
  await answer.body.text()
  await dispatcher.close()
  return answer.statusCode
}

/** The version of each kind of database in a folder. */
function databaseVersions(dataDir: string): Record<string, number> {
  const versions: Record<string, number> = {}
  for (const file of globSync('{registry.sqlite,bus/**/*.sqlite,index/**/*.sqlite}', { cwd: dataDir })) {
    const kind = file.replace(/^bus\/.*\/.*$/, 'topic').replace(/^index\/\d.*$/, 'partition')
    const db = new DatabaseSync(join(dataDir, file), { readOnly: true })
    versions[kind] = Number(db.prepare('PRAGMA user_version').get()?.user_version)
    db.close()
  }
  return versions
}

describe.each(fixtures().map(f => f.name))('the data folder %s', name => {
  it('opens with everything in it, and can be used', async () => {
    const { dataDir, facts } = open(name)
    expect(folderFormat(dataDir)).toBe(facts.format)
    const instance = await start(dataDir, facts)
    expect(folderFormat(dataDir)).toBe(FOLDER_FORMAT)
    const api = createApiClient(instance.apiUrl, { token: instance.adminToken })
    const search = async (): Promise<string[]> =>
      (await api.get(`/logs/search?log_source_id=${facts.log_source_id}&limit=200`)).body.items
        .map((item: { event_id: string }) => item.event_id)
        .sort()
    expect(await search()).toEqual([...facts.event_ids].sort())
    expect((await api.get('/logs/search?q=failed+203.0.113.9')).body.items).toHaveLength(1)
    expect((await api.get('/alerts')).body.items).toHaveLength(facts.alerts)
    expect(await beat(instance, facts)).toBe(200)

    const events = [
      { raw: '<38>web1 sshd[42]: one more', event_ref: 'later' },
      { raw: 'x', event_ref: 'fixture-0' },
    ]
    const sent = await api.post('/logs/ingest', { log_source_id: facts.log_source_id, events })
    expect(sent.body.results[1].event_id).toBe(facts.event_ids[0])
    await drained(api, facts.log_source_id)
    expect(await search()).toEqual([...facts.event_ids, sent.body.results[0].event_id].sort())
    await api.close()
    await stop(instance)
  })
})

describe('formats of the data folder', () => {
  it('have a fixture each', () => {
    const known = new Set(fixtures().map(f => Number(f.name.split('-')[1])))
    expect([...known].sort()).toEqual(Array.from({ length: FOLDER_FORMAT }, (_, i) => i + 1))
  })

  it('are raised when a database of the folder gets another version', async () => {
    const newest = fixtures().findLast(f => f.name.startsWith(`format-${FOLDER_FORMAT}-`))!
    const { dataDir, facts } = open(newest.name)
    const released = databaseVersions(dataDir)
    await stop(await start(dataDir, facts))
    expect(databaseVersions(dataDir)).toEqual(released)
  })

  it('from before the keys were wrapped keep every key, also when the master key is rotated', async () => {
    const { dataDir, facts } = open('format-2-first')
    const file = (name: string): string => readFileSync(join(dataDir, 'keys', name), 'utf8')
    const key = file('master.key')
    await stop(await start(dataDir, facts))
    expect(file('master.key')).toBe(key)
    // The check of this master key: the release that made the folder could still continue with it.
    expect(file('master.check')).toMatch(/^[0-9a-f]{64}$/m)
    const rotated = await wardline(dataDir, ['keys', 'rotate'])
    expect([rotated.code, rotated.stderr]).toEqual([0, ''])
    expect(file('master.key')).not.toBe(key)
    // An earlier release would derive other keys: it must not start.
    expect(file('master.check')).toBe('wrapped\n')
    const instance = await start(dataDir, facts)
    const api = createApiClient(instance.apiUrl, { token: instance.adminToken })
    const events = [{ raw: 'x', event_ref: 'fixture-0' }]
    const sent = await api.post('/logs/ingest', { log_source_id: facts.log_source_id, events })
    expect(sent.body.results[0].event_id).toBe(facts.event_ids[0])
    expect(await beat(instance, facts)).toBe(200)
    await api.close()
    await stop(instance)
  })

  it('newer than this release are refused, and no byte is changed', async () => {
    const { dataDir, facts } = open(fixtures()[0]!.name)
    writeFileSync(join(dataDir, 'format.json'), JSON.stringify({ format: FOLDER_FORMAT + 1 }))
    mkdirSync(join(dataDir, '../journal'))
    const contents = (): readonly string[] =>
      globSync('**/*', { cwd: dataDir, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .sort()
        .map(file => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
    const before = contents()
    await expect(start(dataDir, facts)).rejects.toThrow('newer release')
    expect(contents()).toEqual(before)
  })
})
