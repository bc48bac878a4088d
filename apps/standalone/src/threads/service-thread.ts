import { parentPort, workerData } from 'node:worker_threads'
import { createFileArchive } from '@wardline/archive'
import { attachEmbedded } from '@wardline/engines-embedded'
import { createAlarms, createLogger, createMetrics, type HostPorts, runServices } from '@wardline/host'
import { keyringOf, systemClock } from '@wardline/kernel'
import { buildThreaded, THREADS } from '../build-services.ts'
import type { ThreadAnswer, ThreadRequest, ThreadStart } from './protocol.ts'

const start = workerData as ThreadStart
const parent = parentPort
if (!parent) throw new Error('this file runs as a worker thread')

const engines = attachEmbedded(start.engines)
const log = createLogger(start.logLevel)
const metrics = createMetrics({ process: false, services: THREADS[start.name] })
const alarms = createAlarms({ metrics, log }, THREADS[start.name])
const { bus, registry, index } = engines
const host: HostPorts = {
  bus,
  registry,
  index,
  archive: createFileArchive(start.settings.archive),
  clock: systemClock,
  keyring: keyringOf(start.dataKeys),
  log,
  metrics,
  alarms,
}

const services = THREADS[start.name].map(name => buildThreaded(name, host, start.settings))
const running = await runServices(services, host)
const answer = (message: ThreadAnswer): void => parent.postMessage(message)

parent.on('message', async ({ id, ask }: ThreadRequest) => {
  if (ask === 'health') return answer({ id, health: running.health() })
  if (ask === 'metrics') return answer({ id, metrics: await metrics.snapshot() })
  await running.stop()
  await engines.close()
  answer({ id, stopped: true })
  parent.close()
})
answer({ started: true })
