import { type Archive, withArchive } from '@wardline/ports'
import { tenantRedactors } from '@wardline/redaction'
import { normalizerLedger, normalizerLedgerHours, rejections } from '@wardline/registries'
import { createLedgerCounter, type SearchPorts, type Service } from '@wardline/service-kit'
import { recountLedger } from './ledger/recount-ledger.ts'
import { createNormalize } from './normalize/normalize.ts'
import type { Normalize } from './normalize/types.ts'
import type { NormalizerSettings } from './normalizer-settings.ts'
import { createPipeline } from './pipeline/process-received.ts'
import { receivedSubscription } from './pipeline/received-subscription.ts'
import { createTenantRetention } from './retention/retention-of-tenants.ts'
import { normalizerOperations } from './routes.ts'
import { tierDefaults } from './tiers/context.ts'
import { tierJob } from './tiers/tier-job.ts'

export interface NormalizerConfig extends Partial<NormalizerSettings> {
  /** What makes an event of a raw log; the real one where none is given. */
  readonly normalize?: Normalize
  /** The cold tier. Without one events stay in the warm tier, and nothing is ever removed. */
  readonly archive?: Archive
}

/** Every raw log that ingest accepts fits, however its JSON is escaped. */
const MAX_REJECTED_BYTES = 512 * 1024

/** Parses, enriches, redacts and indexes raw logs; searches and reads them; keeps what could not be processed; retention settings. */
export function createNormalizer(given: SearchPorts, config: NormalizerConfig = {}): Service {
  const { archive } = config
  const ports: SearchPorts = archive ? { ...given, index: withArchive(given.index, archive, given.clock) } : given
  const { registry, keyring, clock } = ports
  const redactorOf = tenantRedactors(keyring)
  const pipeline = createPipeline(ports, {
    normalize: config.normalize ?? createNormalize(),
    redactorOf,
    retention: createTenantRetention(registry, clock),
    ledger: createLedgerCounter(registry, normalizerLedger, normalizerLedgerHours),
  })
  return {
    name: 'normalizer',
    operations: normalizerOperations(ports, pipeline, redactorOf, archive),
    subscriptions: [
      receivedSubscription(pipeline, { collection: rejections.normalizer, maxBytes: MAX_REJECTED_BYTES }),
    ],
    jobs: [
      recountLedger(ports, config.recount),
      ...(archive ? [tierJob(ports, archive, { ...tierDefaults, ...config.tiers })] : []),
    ],
  }
}
