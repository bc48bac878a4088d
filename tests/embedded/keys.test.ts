// The master key is rotated: everything stays what it was, the old master key opens nothing any more, and a kill -9 at
// any step leaves a folder that starts.
import { cpSync, globSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openEmbedded } from '@wardline/engines-embedded'
import { openDataDir, openFolderKeys } from '@wardline/host'
import { PLATFORM_TENANT, systemClock } from '@wardline/kernel'
import { auditRecords, DATA_KEYS_ID, dataKeys } from '@wardline/registries'
import { agentApi, type EnrolledAgent, enrolledAgent } from '../../tools/client/agent.ts'
import { createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance, temporaryDataDir } from '../../tools/instance/start.ts'
import { wardline } from '../cli/wardline.ts'
import { until } from '../support/until.ts'

const KILLER = fileURLToPath(new URL('./killed-at-key-file.mjs', import.meta.url))
const NONE = { WARDLINE_MASTER_KEY: undefined, WARDLINE_MASTER_KEY_PREVIOUS: undefined }
const dataDir = temporaryDataDir()
const copies: string[] = []
let instance: Instance
let agent: EnrolledAgent
let source = ''
let eventId = ''

const apiOf = () => createApiClient(instance.apiUrl, { token: instance.adminToken })
const ingest = async (msg = 'before and after', event_ref = 'the-same') => {
  const api = apiOf()
  const answer = await api.post('/logs/ingest', {
    log_source_id: source,
    events: [{ raw: { msg }, event_ref }],
  })
  await api.close()
  expect(answer.status).toBe(202)
  return answer.body.results[0].event_id as string
}
const keyFile = (folder: string): string => readFileSync(join(folder, 'keys/master.key'), 'utf8').trim()

/** The folder's data keys as a start opens them and as they are stored, and what is on record about them. */
async function keysIn(folder: string) {
  const engines = await openEmbedded({ dataDir: folder })
  try {
    const ports = { registry: engines.registry, clock: systemClock }
    const { keys } = await openFolderKeys(ports, openDataDir(folder), NONE)
    const stored = await engines.registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID)
    const records = await engines.registry.list(auditRecords, PLATFORM_TENANT, { limit: 10 })
    return {
      keys,
      wrapped: stored!.doc.keys.map(key => key.wrapped),
      recorded: records.map(({ doc }) => doc.operation).filter(operation => /^(?:rotate|putBack)/.test(operation)),
    }
  } finally {
    await engines.close()
  }
}

beforeAll(async () => {
  instance = await startInstance({ dataDir })
  const api = apiOf()
  source = (await api.post('/log-sources', { name: 'kept', format: 'json' })).body.log_source_id
  agent = await enrolledAgent(instance, api)
  await api.close()
  eventId = await ingest()
  await ingest('jelkova signed out', 'of-before')
})
afterAll(async () => {
  await instance.stop('SIGKILL')
  removeDataDir(dataDir)
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
})

describe('wardline keys rotate', () => {
  it('refuses a folder that is in use', async () => {
    const busy = await wardline(dataDir, ['keys', 'rotate'])
    expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining('in use')])
    expect(await instance.stop()).toBe(0)
  })

  it('leaves a folder that starts when it is killed at any step', async () => {
    const folder = `${dataDir}-killed`
    copies.push(folder)
    cpSync(dataDir, folder, { recursive: true })
    const { keys } = await keysIn(folder)
    // The first change is that of a start, which removes what an interrupted rotation left. The second makes the next
    // master key, and the third puts it in its place. The registry is written between them.
    for (const at of ['2 after', '3 before', '3 after']) {
      const env = { NODE_OPTIONS: `--import=${KILLER}`, WARDLINE_TEST_KILL_AT: at }
      const killed = await wardline(folder, ['keys', 'rotate'], '', env)
      expect([at, killed.code, killed.stdout]).toEqual([at, 1, ''])
      expect((await keysIn(folder)).keys).toEqual(keys)
      expect(
        readdirSync(join(folder, 'keys'))
          .filter(name => name.startsWith('master'))
          .sort(),
      ).toEqual(['master.check', 'master.key'])
    }
  }, 300_000)

  it('changes the master key and nothing else, and leaves nothing that the old one opens', async () => {
    const old = keyFile(dataDir)
    const before = await keysIn(dataDir)
    const rotated = await wardline(dataDir, ['keys', 'rotate', '--json'])
    expect([rotated.code, rotated.stderr]).toEqual([0, ''])
    expect(rotated.json()).toMatchObject({ state: 'rotated', data_keys: before.keys.length })
    const now = keyFile(dataDir)
    expect(now).not.toBe(old)
    for (const secret of [old, now]) expect(rotated.stdout).not.toContain(secret)
    expect(await keysIn(dataDir)).toMatchObject({ keys: before.keys, recorded: ['rotateMasterKey'] })
    const files = globSync('**/*', { cwd: dataDir, withFileTypes: true }).filter(entry => entry.isFile())
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath, file.name))
      const found = [old, ...before.wrapped].filter(text => bytes.includes(text))
      expect([file.name, found]).toEqual([file.name, []])
    }
    const refused = await startInstance({ dataDir, env: { WARDLINE_MASTER_KEY: old } }).then(
      () => 'started',
      (error: Error) => error.message,
    )
    expect(refused).toContain('WARDLINE_MASTER_KEY is not the key that')
  }, 120_000)

  it('leaves everything valid that was made before it', async () => {
    instance = await startInstance({ dataDir })
    expect(await ingest()).toBe(eventId)
    const { enrolment, key } = agent
    const path = `/agents/${enrolment.agent_id}/telemetry/heartbeat`
    expect((await agentApi(instance, enrolment, key).post(path, { hostname: 'host.example' })).status).toBe(200)
    expect(instance.stderr() + instance.stdout()).not.toContain(keyFile(dataDir))
  }, 120_000)
})

describe('wardline keys rotate-pseudonyms', () => {
  it('gives new events other pseudonyms; an analyst finds a person in both, an auditor sees which is which', async () => {
    expect(await instance.stop()).toBe(0)
    const rotated = await wardline(dataDir, ['keys', 'rotate-pseudonyms', '--json'])
    expect([rotated.code, rotated.stderr]).toEqual([0, ''])
    expect(rotated.json()).toMatchObject({ state: 'rotated', epoch: 2, before: [1] })
    expect((await keysIn(dataDir)).recorded).toContain('rotatePseudonyms')
    instance = await startInstance({ dataDir })
    await ingest('jelkova signed out', 'of-after')
    const api = apiOf()
    const found = async () => (await api.get('/logs/search?q=jelkova')).body.items as { summary: string }[]
    await until('both events', async () => (await found()).length === 2)
    const account = await api.post('/service-accounts', { name: 'auditor', roles: ['auditor'] })
    const auditor = createApiClient(instance.apiUrl, { token: account.body.token })
    const { items } = (await auditor.get('/logs/search?q=signed')).body
    const shown = (items as { summary: string; pseudonym_epoch?: number }[]).map(({ summary, pseudonym_epoch }) => [
      pseudonym_epoch,
      /[a-z]+:\d+~/.exec(summary)?.[0],
    ])
    expect(shown).toEqual([
      [2, 'word:2~'],
      [undefined, 'word:1~'],
    ])
    expect((await auditor.get('/session')).body.pseudonym_epoch).toBe(2)
    await Promise.all([api.close(), auditor.close()])
  }, 120_000)

  it('save gives an epoch back that a restore of the registry has lost', async () => {
    expect(await instance.stop()).toBe(0)
    const file = join(dataDir, 'keys/saved.json')
    const saved = await wardline(dataDir, ['keys', 'save', file, '--json'])
    expect([saved.code, saved.stderr]).toEqual([0, ''])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await wardline(dataDir, ['keys', 'save', file])).stderr).toContain('EEXIST')
    const engines = await openEmbedded({ dataDir })
    const stored = (await engines.registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID))!
    const keys = stored.doc.keys.filter(({ purpose, epoch }) => purpose !== 'pseudonyms' || epoch === 1)
    await engines.registry.write(dataKeys, PLATFORM_TENANT, { ...stored.doc, keys }, { expect: stored.version })
    await engines.close()

    const read = async () => {
      instance = await startInstance({ dataDir })
      const api = apiOf()
      const account = await api.post('/service-accounts', { name: 'auditor', roles: ['auditor'] })
      const auditor = createApiClient(instance.apiUrl, { token: account.body.token })
      const answer = await auditor.get('/logs/search?q=signed')
      await Promise.all([api.close(), auditor.close(), instance.stop()])
      return answer
    }
    expect((await read()).status).toBe(503)
    const back = await wardline(dataDir, ['keys', 'put-back', file, '--json'])
    expect([back.code, back.stderr]).toEqual([0, ''])
    expect(back.json()).toMatchObject({ state: 'put back', keys: 'pseudonyms/2' })
    expect((await keysIn(dataDir)).recorded).toContain('putBackKeys')
    const answer = await read()
    expect([answer.status, answer.body.items.length]).toEqual([200, 2])
    expect((await wardline(dataDir, ['keys', 'replace-lost', '2'])).stderr).toContain('has a key')
  }, 120_000)
})
