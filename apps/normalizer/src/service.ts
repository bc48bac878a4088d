import { tenantRedactors } from '@wardline/redaction'
import { normalizerLedger, normalizerLedgerHours, rejections } from '@wardline/registries'
import { createLedgerCounter, type PortsOf, type Service } from '@wardline/service-kit'
import type { Normalize } from './normalize/types.ts'
import { createNormalize } from './pipeline/normalize.ts'
import { createPipeline } from './pipeline/process-received.ts'
import { receivedSubscription } from './pipeline/received-subscription.ts'
import { createTenantRetention } from './retention/retention-of-tenants.ts'
import { normalizerOperations } from './routes.ts'

export interface NormalizerConfig {
  /** What makes an event of a raw log; the real one where none is given. */
  readonly normalize?: Normalize
}

/** Every raw log that ingest accepts fits, however its JSON is escaped. */
const MAX_REJECTED_BYTES = 512 * 1024

/** Parses, enriches, redacts and stores raw logs, and tells of each; keeps what it could not process, to be replayed or discarded. */
export function createNormalizer(ports: PortsOf<'normalizer'>, config: NormalizerConfig = {}): Service {
  const { registry, keyring, clock } = ports
  const pipeline = createPipeline(ports, {
    normalize: config.normalize ?? createNormalize(),
    redactorOf: tenantRedactors(keyring),
    retention: createTenantRetention(registry, clock),
    ledger: createLedgerCounter(registry, normalizerLedger, normalizerLedgerHours),
  })
  return {
    name: 'normalizer',
    operations: normalizerOperations(ports, pipeline),
    subscriptions: [
      receivedSubscription(pipeline, { collection: rejections.normalizer, maxBytes: MAX_REJECTED_BYTES }),
    ],
    jobs: [],
  }
}
