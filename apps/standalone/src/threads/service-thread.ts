import { parentPort, workerData } from 'node:worker_threads'
import { createFileArchive } from '@wardline/archive'
import { attachEmbedded } from '@wardline/engines-embedded'
import {
  createLogger,
  type HostPorts,
  openTelemetry,
  runServices,
  tracedBus,
  tracedIndex,
  tracedRegistry,
} from '@wardline/host'
import { keyringOf, systemClock, workInBackground } from '@wardline/kernel'
import type { ThreadAnswer, ThreadRequest, ThreadStart } from './protocol.ts'
import { buildThreaded, THREADS } from './threaded-services.ts'

const start = workerData as ThreadStart
const parent = parentPort
if (!parent) throw new Error('this file runs as a worker thread')
workInBackground()

const engines = attachEmbedded(start.engines)
const log = createLogger(start.logLevel)
const { metrics, alarms, tracing } = await openTelemetry({
  traces: start.traces,
  build: start.build,
  services: THREADS[start.name],
  name: 'wardline',
  thread: start.name,
  log,
})
const host: HostPorts = {
  bus: tracedBus(engines.bus, tracing),
  registry: tracedRegistry(engines.registry, tracing),
  index: tracedIndex(engines.index, tracing),
  archive: createFileArchive(start.settings.archive),
  clock: systemClock,
  keyring: keyringOf(start.dataKeys),
  log,
  metrics,
  alarms,
  tracing,
}

const services = await Promise.all(THREADS[start.name].map(name => buildThreaded(name, host, start.settings, true)))
const running = await runServices(services, host)
const answer = (message: ThreadAnswer): void => parent.postMessage(message)

parent.on('message', async ({ id, ask }: ThreadRequest) => {
  if (ask === 'health') return answer({ id, health: running.health() })
  if (ask === 'metrics') return answer({ id, metrics: await metrics.snapshot() })
  await running.stop()
  await Promise.all([engines.close(), tracing.close()])
  answer({ id, stopped: true })
  parent.close()
})
answer({ started: true })
