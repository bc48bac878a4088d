// A service process on engines in memory, for tests that start, signal and kill one. FIXTURE says how it misbehaves.
import { setTimeout as sleep } from 'node:timers/promises'
import { runServiceProcess } from '../run-service-process.ts'
import { scriptedEngines } from './scripted-engines.ts'

const script = scriptedEngines()
const how = process.env.FIXTURE ?? ''
if (how === 'engines-down') script.openFault = new Error('nobody answers')

await runServiceProcess({
  name: 'ingest',
  env: process.env,
  config: () => ({}),
  ...(how === 'front'
    ? { front: async () => ({ urls: { services: String(process.env.WARDLINE_SERVICE_URLS) }, async drain() {} }) }
    : {}),
  engines: () => script.open,
  build: () => ({
    name: 'ingest',
    operations: {},
    subscriptions: [],
    jobs: [],
    async start() {
      if (how === 'port-in-use') throw Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' })
    },
    async stop() {
      await sleep(100)
      process.stdout.write('stopped cleanly\n')
    },
  }),
})
