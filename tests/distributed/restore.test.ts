// MongoDB is reset to an earlier state while everything else continues: revocations and spent tokens since then still
// apply, and agents wait until an operator has confirmed. The master key is rotated on the way, which changes nothing, and
// the epoch of pseudonyms that began since then is put back.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { MongoClient, type Document as MongoDocument } from 'mongodb'
import {
  agentApi,
  type EnrolledAgent,
  enrol,
  enrolledAgent,
  enrollmentToken,
  freshNonce,
} from '../../tools/client/agent.ts'
import { createApiClient } from '../../tools/client/api.ts'
import {
  type Instance,
  journalDirOf,
  removeDataDir,
  startDistributed,
  temporaryDataDir,
} from '../../tools/instance/start.ts'
import { wardline } from '../cli/wardline.ts'

const PREFIX = `res${Date.now().toString(36)}-`
const ENGINES = /^WARDLINE_(?:KAFKA|SCHEMA_REGISTRY|MONGODB|OPENSEARCH)_/
const dataDir = temporaryDataDir()
let instance: Instance
let mongo: MongoClient

beforeAll(async () => {
  instance = await startDistributed({ prefix: PREFIX, dataDir })
  mongo = await MongoClient.connect(process.env.WARDLINE_MONGODB_URL!)
}, 240_000)
afterAll(async () => {
  await instance?.stop()
  await mongo?.close()
  removeDataDir(dataDir)
})

const ours = async () =>
  (await mongo.db('wardline').listCollections().toArray())
    .map(({ name }) => name)
    .filter(name => name.startsWith(PREFIX))

/** What `mongodump` would save, and how to restore it. */
async function dump(): Promise<() => Promise<void>> {
  const kept = new Map<string, MongoDocument[]>()
  for (const name of await ours()) kept.set(name, await mongo.db('wardline').collection(name).find().toArray())
  return async () => {
    for (const name of await ours()) {
      await mongo.db('wardline').collection(name).deleteMany({})
      const documents = kept.get(name) ?? []
      if (documents.length > 0) await mongo.db('wardline').collection(name).insertMany(documents)
    }
  }
}

describe('a restore of the distributed profile', () => {
  it('undoes no revocation, turns no agent away, and holds all of them until it is confirmed', async () => {
    const api = createApiClient(instance.apiUrl, { token: instance.adminToken })
    const before = await enrolledAgent(instance, api)
    const revoked = await enrolledAgent(instance, api)
    for (const agent of [before, revoked]) expect((await agent.beat()).status).toBe(200)
    const [spent, unused] = [await enrollmentToken(api), await enrollmentToken(api)]

    const putBack = await dump()
    const late = await enrol(instance, spent)
    expect((await late.beat()).status).toBe(200)
    expect((await api.post(`/agents/${revoked.enrolment.agent_id}/revoke`, { reason: 'lost' })).status).toBe(200)
    const renewal = { csr: before.key.csrPem, nonce: freshNonce() }
    const renewed = await before.api.post(`/agents/${before.enrolment.agent_id}/certificate/renew`, renewal)
    expect(renewed.status).toBe(201)
    await Promise.all([api, before.api, revoked.api, late.api].map(client => client.close()))
    const engines = Object.entries(process.env).filter(([name]) => ENGINES.test(name)) as [string, string][]
    const settings = { ...Object.fromEntries(engines), WARDLINE_ENGINE_PREFIX: PREFIX }
    const epoch = await wardline(dataDir, ['keys', 'rotate-pseudonyms', '--json'], '', settings)
    expect(epoch.json()).toMatchObject({ state: 'rotated', epoch: 2 })
    const saved = join(dataDir, 'data-keys.json')
    expect((await wardline(dataDir, ['keys', 'save', saved], '', settings)).code).toBe(0)
    expect(await instance.stop()).toBe(0)

    await putBack()
    const settled = await wardline(
      dataDir,
      ['restore', 'settle', '--journal', journalDirOf(dataDir), '--taken-at', '2026-11-21T08:00:00Z', '--json'],
      '',
      { ...settings, WARDLINE_MASTER_KEY_FILE: join(dataDir, 'keys/master.key') },
    )
    expect(settled.code).toBe(0)
    expect(settled.json()).toMatchObject({ state: 'waiting', journal_files: expect.any(Number) })
    expect(settled.json().journal_replayed).toBeGreaterThan(0)

    const old = readFileSync(join(dataDir, 'keys/master.key'), 'utf8').trim()
    const rotated = await wardline(dataDir, ['keys', 'rotate', '--json'], '', settings)
    expect([rotated.code, rotated.json().state]).toEqual([0, 'rotated'])
    const refused = await wardline(dataDir, ['keys', 'rotate'], '', { ...settings, WARDLINE_MASTER_KEY: old })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('WARDLINE_MASTER_KEY is not the key')])
    // The keys were saved under the old master key.
    const present = readFileSync(join(dataDir, 'keys/master.key'), 'utf8').trim()
    const both = { ...settings, WARDLINE_MASTER_KEY: present, WARDLINE_MASTER_KEY_PREVIOUS: old }
    const back = await wardline(dataDir, ['keys', 'put-back', saved, '--json'], '', both)
    expect([back.code, back.json()]).toEqual([0, { state: 'put back', keys: 'pseudonyms/2' }])
    instance = await startDistributed({ prefix: PREFIX, dataDir })

    const beat = async (agent: EnrolledAgent, identity = agent.enrolment): Promise<string> => {
      const client = agentApi(instance, identity, agent.key)
      const { status, body } = await client.post(`/agents/${agent.enrolment.agent_id}/telemetry/heartbeat`, {
        hostname: 'host.example',
      })
      await client.close()
      return `${status} ${body.code ?? ''}`.trim()
    }
    const exchange = async (): Promise<string> => {
      const client = createApiClient(instance.agentUrl, { ca: instance.ca })
      const { status, body } = await client.post('/agent-enrollment/exchange', {
        enrollment_token: unused,
        nonce: freshNonce(),
        csr: before.key.csrPem,
        agent_class: 'endpoint',
      })
      await client.close()
      return `${status} ${body.code ?? ''}`.trim()
    }
    const everybody = () =>
      Promise.all([beat(before), beat(before, renewed.body), beat(late), beat(revoked), exchange()])
    expect(await everybody()).toEqual(Array(5).fill('503 unavailable'))
    const confirmed = await wardline(dataDir, ['restore', 'confirm', '--json'])
    expect(confirmed.code).toBe(0)
    await new Promise(resolve => setTimeout(resolve, 2_100))
    expect(await everybody()).toEqual(['200', '200', '200', '403 identity_revoked', '401 enrollment_token_invalid'])
  }, 240_000)
})
