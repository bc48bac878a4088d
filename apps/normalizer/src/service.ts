import { tenantRedactors } from '@wardline/redaction'
import { erasureParts, normalizerLedger, normalizerLedgerHours, rejections, tenantBacklogs } from '@wardline/registries'
import {
  createBacklogReporter,
  createLedgerCounter,
  eraseRejections,
  eraseSubjects,
  type PortsOf,
  type Service,
} from '@wardline/service-kit'
import type { Normalize } from './normalize/types.ts'
import { createPipeline } from './pipeline/process-received.ts'
import { receivedSubscription } from './pipeline/received-subscription.ts'
import { createTenantRetention } from './retention/retention-of-tenants.ts'
import { normalizerOperations } from './routes.ts'

export interface NormalizerConfig {
  /** Turns a raw log into an event. If absent, the real one is loaded when the first log comes: see {@link loadNormalize}. */
  readonly normalize?: Normalize
}

/**
 * Loads every source pack, which takes a while. Who will read logs for sure calls it at start, so that a faulty pack
 * shows then; who only serves the operations leaves it to the first replay.
 */
export const loadNormalize = async (): Promise<Normalize> => (await import('./pipeline/normalize.ts')).createNormalize()

/** Large enough for every raw log that ingest accepts, however its JSON is escaped, in the sealed part of its event. */
const MAX_REJECTED_BYTES = 640 * 1024

/**
 * Parses, enriches, redacts and stores raw logs, and publishes each one. Keeps the logs that it could not process, to
 * be replayed or discarded.
 */
export function createNormalizer(ports: PortsOf<'normalizer'>, config: NormalizerConfig = {}): Service {
  const { registry, keyring, clock } = ports
  let loading: Promise<Normalize> | undefined
  const { normalize } = config
  const pipeline = createPipeline(ports, {
    normalize: async () => {
      loading ??= normalize ? Promise.resolve(normalize) : loadNormalize()
      return loading
    },
    redactorOf: tenantRedactors(keyring),
    retention: createTenantRetention(registry, clock),
    ledger: createLedgerCounter(registry, normalizerLedger, normalizerLedgerHours),
  })
  return {
    name: 'normalizer',
    operations: normalizerOperations(ports, pipeline),
    subscriptions: [
      receivedSubscription(
        pipeline,
        { collection: rejections.normalizer, maxBytes: MAX_REJECTED_BYTES },
        createBacklogReporter(ports, tenantBacklogs.normalizer),
      ),
    ],
    jobs: [eraseSubjects(ports, erasureParts.normalizer, [eraseRejections(ports, rejections.normalizer)])],
  }
}
