import { createCursors, type OperationsOf } from '@wardline/http'
import { DEFAULT_QUOTAS, type ServicePorts } from '@wardline/service-kit'
import type { IngestConfig } from './config.ts'
import { ingestLogs } from './ingest/ingest-logs.ts'
import { createKnownAssets } from './ingest/known-assets.ts'
import { createSourceCache } from './ingest/source-cache.ts'
import { createTenantAdmission } from './ingest/tenant-admission.ts'
import { createRefusalCounter } from './ledger/count-refusals.ts'
import { readLedger } from './ledger/read-ledger.ts'
import { createLogSource } from './log-sources/create-log-source.ts'
import { listLogSources, readLogSource } from './log-sources/read-log-sources.ts'
import { updateLogSource } from './log-sources/update-log-source.ts'

export function ingestOperations(ports: ServicePorts, config: IngestConfig): OperationsOf<'ingest'> {
  const sources = createSourceCache(ports.registry)
  const { quotas = DEFAULT_QUOTAS } = config
  return {
    createLogSource: createLogSource(ports, quotas.logSources),
    listLogSources: listLogSources(ports, createCursors(ports.keyring)),
    readLogSource: readLogSource(ports),
    updateLogSource: updateLogSource(ports, sources),
    readLogSourceLedger: readLedger(ports, config.ledgerWaitMs ?? 2_000),
    ingestLogs: ingestLogs(
      ports,
      sources,
      createKnownAssets(ports.registry),
      createRefusalCounter(ports),
      createTenantAdmission(ports, quotas),
    ),
  }
}
