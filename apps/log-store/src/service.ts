import { tenantRedactors } from '@wardline/redaction'
import type { Service } from '@wardline/service-kit'
import { recountLedger } from './ledger/recount-ledger.ts'
import type { LogStorePorts } from './log-store-ports.ts'
import type { LogStoreSettings } from './log-store-settings.ts'
import { logStoreOperations } from './routes.ts'
import { tierDefaults } from './tiers/context.ts'
import { tierJob } from './tiers/tier-job.ts'

/**
 * Everything that reads or removes stored logs: search and single reads, retention, tiers, the archive, erasure and
 * legal hold. It also recounts the ledger from what is stored.
 */
export function createLogStore(ports: LogStorePorts, settings: Partial<LogStoreSettings> = {}): Service {
  const { archive, log } = ports
  return {
    name: 'log-store',
    operations: logStoreOperations(ports, tenantRedactors(ports.keyring)),
    subscriptions: [],
    jobs: [
      recountLedger(ports, settings.recount),
      ...(archive ? [tierJob(ports, archive, { ...tierDefaults, ...settings.tiers })] : []),
    ],
    async start() {
      if (!archive) log.warn({}, 'no WARDLINE_ARCHIVE_DIR: nothing leaves the warm tier')
    },
  }
}
