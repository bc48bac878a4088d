import type { Service, ServicePorts } from '@wardline/service-kit'
import { countAccepted } from './ledger/count-accepted.ts'
import { ingestOperations } from './routes.ts'

export interface IngestConfig {
  /** How long `GET /log-sources/{id}/ledger` waits for its own count to catch up before it answers with what it has. */
  readonly ledgerWaitMs?: number
}

/** Log sources, and the door through which raw logs come in: durable on `log.event.received` before the 202. */
export const createIngest = (ports: ServicePorts, config: IngestConfig = {}): Service => ({
  name: 'ingest',
  operations: ingestOperations(ports, config),
  subscriptions: [countAccepted(ports)],
  jobs: [],
})
