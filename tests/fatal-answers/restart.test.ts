// The embedded profile is killed and started again while agents send heartbeats all the time.
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from '@jest/globals'
import { enrollmentToken } from '../../tools/client/agent.ts'
import { createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance, temporaryDataDir } from '../../tools/instance/start.ts'
import { printTable } from '../faults/fault-table.ts'
import { enrolAgents, isFatal, type Told } from './agents.ts'

const LIVES: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGKILL']

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const dataDir = temporaryDataDir()
let instance: Instance
afterAll(async () => {
  await instance?.stop('SIGKILL')
  removeDataDir(dataDir)
})

it('A valid agent is never told to stop by a platform that dies, starts, or drains', async () => {
  const env = { WARDLINE_AGENT_PORT: String(await freePort()), WARDLINE_RATE_LIMITS: 'off' }
  instance = await startInstance({ dataDir, env })
  const token = () => enrollmentToken(createApiClient(instance.apiUrl, { token: instance.adminToken }))
  const agents = await enrolAgents({ agentUrl: instance.agentUrl, ca: instance.ca, token }, 12)
  const told: Told[] = []
  let beating = true
  const lane = (async () => {
    while (beating) {
      told.push(...(await agents.beats()))
      await sleep(5)
    }
  })()
  for (const signal of LIVES) {
    await sleep(300)
    told.push(...(await agents.round()))
    await instance.stop(signal)
    instance = await startInstance({ dataDir, env })
    told.push(...(await agents.round()))
  }
  await sleep(300)
  beating = false
  await lane

  const tally = Map.groupBy(told, t => (t.status === 0 ? 'no answer' : `${t.status} ${t.code ?? ''}`.trim()))
  const answers = [...tally].map(([answer, of]) => `${answer} x ${of.length}`).sort()
  const fatal = told.filter(isFatal)
  const fault = `restarts under way (${LIVES.join(', ')})`
  printTable([{ fault, asked: told.length, answers: answers.join(', '), fatal: fatal.length }])
  expect(fatal).toEqual([])
  expect(tally.has('no answer')).toBe(true)
  expect((await agents.beats()).every(t => t.status === 200)).toBe(true)
  await agents.close()
}, 120_000)
