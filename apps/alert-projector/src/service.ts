import { FINISH_MS, historyWork, rememberingAnchors, timeStamperOf } from '@wardline/chain'
import { tenantRedactors } from '@wardline/redaction'
import { rejections } from '@wardline/registries'
import type { Service, ServicePorts } from '@wardline/service-kit'
import { createAlertSequence } from './alerts/alert-sequence.ts'
import { createAlertTail } from './alerts/alert-tail.ts'
import { createOutgoingAlerts } from './alerts/outgoing-alerts.ts'
import { projectAlerts } from './alerts/project-alerts.ts'
import { type AlertProjectorConfig, DEFAULT_CONFIG } from './config.ts'
import { createConsumerKeys } from './consumers/consumer-keys.ts'
import { createDeliverer } from './destinations/deliver-due.ts'
import { eraseFromAlerts } from './erase-subject.ts'
import { collectEvidence } from './evidence/collect-evidence.ts'
import { createEvidenceChain } from './evidence/evidence-chain.ts'
import { EVIDENCE_KINDS } from './evidence/evidence-fact.ts'
import { createEvidenceHistory } from './evidence/evidence-history.ts'
import { finishSagas } from './finish-sagas.ts'
import { alertRoutes } from './routes.ts'

/** Largest envelope that a rejection keeps for replay. */
const MAX_REJECTED_BYTES = 262_144

/**
 * `security.alert.created` -> alerts, their tickets and `alert.created`; events that prove something -> a chain of
 * evidence. Also serves the HTTP operations on these, and delivers alerts to the tenants' webhooks. Any number of
 * instances may run; they coordinate through the registry.
 */
export function createAlertProjector(
  ports: ServicePorts,
  config: Pick<AlertProjectorConfig, 'egress'> & Partial<AlertProjectorConfig>,
): Service {
  const settings: AlertProjectorConfig = { ...DEFAULT_CONFIG, ...config }
  const { bus, registry, clock, keyring, log, metrics } = ports
  const sequence = createAlertSequence({ registry, clock, keyring, ticketsPerHour: settings.ticketsPerHour })
  const chain = createEvidenceChain({ registry, clock })
  const anchors = rememberingAnchors(settings.history.anchors)
  const history = createEvidenceHistory({ ...ports, chain, anchors })
  const stamper = timeStamperOf(settings.history, settings.egress)
  const signing = historyWork({ ...ports, history, stamper, signEveryMs: settings.history.signEveryMs })
  const tail = createAlertTail(sequence, {
    pollMs: settings.streamPollMs,
    streamsPerTenant: settings.streamsPerTenant,
  })
  const outgoing = createOutgoingAlerts({
    redactorOf: tenantRedactors(keyring),
    consumerKeys: createConsumerKeys(ports),
  })
  const destinations = { ...ports, egress: settings.egress, sequence, outgoing }
  const deliverer = createDeliverer(destinations, settings.deliverMs)
  return {
    name: 'alert-projector',
    operations: alertRoutes({ ...destinations, chain, history, tail, config: settings }),
    subscriptions: [
      {
        group: 'alert-projector',
        kinds: ['security.alert.created'],
        maxBatch: 250,
        rejections: 'none',
        handle: projectAlerts({
          bus,
          registry,
          clock,
          keyring,
          log,
          sequence,
          outgoing,
          projected: tenant => tail.wake(tenant),
        }),
      },
      {
        group: 'alert-projector-evidence',
        kinds: EVIDENCE_KINDS,
        maxBatch: 100,
        rejections: { collection: rejections['alert-projector'], maxBytes: MAX_REJECTED_BYTES },
        handle: collectEvidence({ chain, keyring }),
      },
    ],
    jobs: [
      finishSagas({
        bus,
        registry,
        clock,
        keyring,
        log,
        metrics,
        sequence,
        outgoing,
        chain,
        everyMs: settings.sweepMs,
      }),
      deliverer.job,
      eraseFromAlerts(ports),
      ...signing.jobs,
    ],
    async stop() {
      await signing.finish(FINISH_MS)
      await deliverer.stop()
      await settings.egress.close()
    },
  }
}
