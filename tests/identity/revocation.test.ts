// How long a revocation takes to hold at two gateways of one platform, on connections that are open and on new ones.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import type { ProcessMessage } from '@wardline/host'
import { describeWithEngines } from '../../libs/engines-distributed/src/testing/describe-with-engines.ts'
import { agentApi, type EnrolledAgent, enrolledAgent } from '../../tools/client/agent.ts'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { type Instance, processesOf, removeDataDir, startDistributed, type Target } from '../../tools/instance/start.ts'
import { printTable, type Row } from '../faults/fault-table.ts'

jest.setTimeout(240_000)
const GATEWAY = fileURLToPath(new URL('../../apps/gateway/src/main.ts', import.meta.url))
const AGENTS = 5

describeWithEngines('A revocation, on the distributed profile with two gateways', engines => {
  const prefix = `rev${Date.now().toString(36)}-`
  const environment = {
    WARDLINE_KAFKA_BROKERS: engines.kafka,
    WARDLINE_SCHEMA_REGISTRY_URL: engines.registry,
    WARDLINE_MONGODB_URL: engines.mongo,
    WARDLINE_OPENSEARCH_URL: engines.opensearch,
  }
  let instance: Instance
  let second: ChildProcess
  let gateways: readonly Target[]
  let api: ApiClient

  beforeAll(async () => {
    instance = await startDistributed({ engines: environment, prefix, env: { WARDLINE_RATE_LIMITS: 'off' } })
    const services = processesOf(instance.dataDir).flatMap(p => (p.internal_url ? [`${p.name}=${p.internal_url}`] : []))
    second = fork(GATEWAY, {
      stdio: ['ignore', 2, 2, 'ipc'],
      env: {
        ...process.env,
        ...environment,
        WARDLINE_ENGINE_PREFIX: prefix,
        WARDLINE_MASTER_KEY_FILE: join(instance.dataDir, 'keys/master.key'),
        WARDLINE_SERVICE_URLS: services.join(','),
        WARDLINE_BOOTSTRAP_DIR: join(instance.dataDir, 'second'),
        WARDLINE_API_PORT: '0',
        WARDLINE_AGENT_PORT: '0',
        WARDLINE_ADMIN_PORT: '0',
        WARDLINE_LOG_LEVEL: 'warn',
        WARDLINE_RATE_LIMITS: 'off',
      },
    })
    const ready = await new Promise<Extract<ProcessMessage, { wardline: 'ready' }>>((resolve, reject) => {
      second.on('message', message => {
        if ((message as ProcessMessage).wardline === 'ready') resolve(message as never)
      })
      second.once('exit', code => reject(new Error(`the second gateway ended with ${code}`)))
    })
    gateways = [instance, { ...instance, agentUrl: ready.urls.agent_url! }]
    api = createApiClient(instance.apiUrl, { token: instance.adminToken })
  })
  afterAll(async () => {
    second?.kill('SIGTERM')
    await instance?.stop()
    if (instance) removeDataDir(instance.dataDir)
  })

  /** Sends heartbeats until it is told that it is revoked. @returns milliseconds since `from`. */
  async function heard(agent: EnrolledAgent, client: () => ApiClient, from: () => number): Promise<number> {
    for (;;) {
      const answer = await client().post(`/agents/${agent.enrolment.agent_id}/telemetry/heartbeat`, { hostname: 'a' })
      if (answer.status === 403) {
        expect(answer.body.code).toBe('identity_revoked')
        return performance.now() - from()
      }
      expect(answer.status).toBe(200)
      await sleep(20)
    }
  }

  it('holds at both within 5 s, on open connections and on new ones', async () => {
    const times = new Map<string, number[]>()
    for (let i = 0; i < AGENTS; i++) {
      const agent = await enrolledAgent(instance, api)
      let revokedAt = Number.NaN
      const lanes = gateways.flatMap((gateway, g) => {
        const open = agentApi(gateway, agent.enrolment, agent.key)
        const fresh = () => agentApi(gateway, agent.enrolment, agent.key)
        const note = (what: string, client: () => ApiClient) =>
          heard(agent, client, () => revokedAt).then(ms => {
            times.set(what, [...(times.get(what) ?? []), ms])
          })
        const where = g === 0 ? 'the gateway that revoked it' : 'the other gateway'
        return [note(`${where}, open connection`, () => open), note(`${where}, new connections`, fresh)]
      })
      await sleep(500)
      revokedAt = performance.now()
      const revoked = await api.post(`/agents/${agent.enrolment.agent_id}/revoke`, { reason: 'test' })
      expect(revoked.status).toBe(200)
      await Promise.all(lanes)
    }
    const rows: Row[] = [...times].map(([where, all]) => ({
      where,
      revocations: all.length,
      'ms, median': Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!),
      'ms, longest': Math.round(Math.max(...all)),
    }))
    printTable(rows)
    expect(rows).toHaveLength(4)
    for (const all of times.values()) expect(Math.max(...all)).toBeLessThan(5_000)
  })
})
