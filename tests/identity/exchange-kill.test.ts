// kill -9 at every step of an exchange, on the engines of both profiles: the agent asks again and gets the identity
// that it was meant to get. Who survives one kill is killed next: a start takes longer than all else.
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { describeWithEngines } from '../../libs/engines-distributed/src/testing/describe-with-engines.ts'
import { testConfig } from '../../libs/engines-distributed/src/testing/engines.ts'
import { removeCollections, removeTopics } from '../../libs/engines-distributed/src/testing/harnesses.ts'
import { agentApi, createKeyAndCsr, freshNonce } from '../../tools/client/agent.ts'
import { type Answer, createApiClient } from '../../tools/client/api.ts'
import { removeDataDir, type Target, temporaryDataDir } from '../../tools/instance/start.ts'
import { eventually } from '../support/until.ts'
import { type Asked, type DyingOptions, type Said, STEPS, type Step } from './support/steps.ts'

jest.setTimeout(90_000)
const CHILD = fileURLToPath(new URL('./support/dying-platform.ts', import.meta.url))

type Ready = Extract<Said, { ready: unknown }>['ready']
type Counted = Extract<Said, { counted: unknown }>['counted']

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const living = new Set<ChildProcess>()
afterAll(() => {
  for (const child of living) child.kill('SIGKILL')
})

async function platform(options: DyingOptions) {
  const child = fork(CHILD, [JSON.stringify(options)], { stdio: ['ignore', 2, 2, 'ipc'] })
  living.add(child)
  const ended = new Promise<NodeJS.Signals | null>(resolve => child.once('exit', (_, signal) => resolve(signal)))
  void ended.then(() => living.delete(child))
  const said = <K extends 'ready' | 'counted'>(what: K): Promise<Extract<Said, Record<K, unknown>>[K]> =>
    new Promise((resolve, reject) => {
      child.once('message', message => resolve((message as never)[what]))
      void ended.then(signal => reject(new Error(`it ended with ${signal}`)))
    })
  const ask = (asked: Asked) => child.send(asked)
  const { agentUrl, ca } = await said('ready')
  return {
    agentUrl,
    ca,
    ended,
    /** @returns the token of the exchange that it dies in. */
    dieAt(step: Step): Promise<Ready> {
      const ready = said('ready')
      ask({ dieAt: step })
      return ready
    },
    count(tokenId: string): Promise<Counted> {
      const counted = said('counted')
      ask({ count: tokenId })
      return counted
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function survivesKills(name: string, place: Omit<DyingOptions, 'agentPort' | 'masterKey'>): void {
  const masterKey = randomBytes(32).toString('base64')
  describe(`an exchange on ${name}`, () => {
    let start: () => ReturnType<typeof platform>
    let survivor: Awaited<ReturnType<typeof platform>> | undefined
    beforeAll(async () => {
      const options = { ...place, agentPort: await freePort(), masterKey }
      start = () => platform(options)
    })
    afterAll(() => survivor?.stop())

    it.each(STEPS)('that dies by kill -9 at “%s” gives one identity to an agent that asks again', async dieAt => {
      const first = survivor ?? (await start())
      survivor = undefined
      const { token, tokenId } = await first.dieAt(dieAt)
      const key = await createKeyAndCsr()
      const exchange = (): Promise<Answer | undefined> => {
        const client = createApiClient(first.agentUrl, { ca: first.ca })
        const body = {
          enrollment_token: token,
          nonce: freshNonce(),
          csr: key.csrPem,
          agent_class: 'endpoint',
        }
        return client.post('/agent-enrollment/exchange', body).catch(() => undefined)
      }
      const lost = await exchange()
      expect(await first.ended).toBe('SIGKILL')
      expect(lost?.status).toBe(dieAt === 'answer sent' ? 201 : undefined)

      const second = await start()
      const [again, twice] = [await exchange(), await exchange()]
      expect([again?.status, twice?.status]).toEqual([201, 201])
      if (lost) expect(again!.body).toEqual(lost.body)
      expect(twice!.body).toEqual(again!.body)
      const { agent_id } = again!.body
      const agent = agentApi({ ...second, apiUrl: '', adminUrl: '' } as unknown as Target, again!.body, key)
      expect((await agent.post(`/agents/${agent_id}/telemetry/heartbeat`, { hostname: 'a' })).status).toBe(200)
      // A relay that died with the event in hand keeps its lease for 10 s; only then may another one publish it.
      const count = () => second.count(tokenId)
      const counted = await eventually(count, ({ enrolments }) => enrolments > 0, 40_000)
      expect(counted).toEqual({ agents: 1, enrolments: 1 })
      survivor = second
    })
  })
}

const dataDir = temporaryDataDir()
afterAll(() => removeDataDir(dataDir))
survivesKills('the embedded engines', { embedded: { dataDir } })

describeWithEngines('with real engines', engines => {
  const prefix = `kill${randomBytes(4).toString('hex')}-`
  afterAll(async () => {
    const config = testConfig(engines, prefix)
    await removeTopics(config)
    await removeCollections(config)
  })
  survivesKills('Kafka and MongoDB', { distributed: { prefix, at: engines } })
})
