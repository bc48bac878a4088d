import type { Service, ServicePorts } from '@wardline/service-kit'
import type { IngestConfig } from './config.ts'
import { countAccepted } from './ledger/count-accepted.ts'
import { ingestOperations } from './routes.ts'

/** Log sources and the intake of raw logs: they are durable on `log.event.received` before the 202. */
export const createIngest = (ports: ServicePorts, config: IngestConfig = {}): Service => ({
  name: 'ingest',
  operations: ingestOperations(ports, config),
  subscriptions: [countAccepted(ports)],
  jobs: [],
})
