import type { ServiceName } from '@wardline/kernel'
import { assertOutcomes, type Outcome, type Subscription } from '@wardline/ports'
import type { Logger } from 'pino'
import { isRejection, type KeeperPorts, keepingRejections } from './keeping-rejections.ts'
import type { ServiceSubscription, Verdict } from './subscription.ts'

export interface HostingPorts extends KeeperPorts {
  readonly log: Logger
}

/**
 * A service's subscription in the form that a bus accepts: rejections are kept, the handler's work is counted and
 * timed, and its faults are logged. The engine knows nothing of this. @throws WiringFault for a subscription that does
 * not say where its rejections are kept.
 */
export function hostedSubscription(
  service: ServiceName,
  subscription: ServiceSubscription,
  ports: HostingPorts,
): Subscription {
  const { log, metrics } = ports
  const { rejections: _, ...rest } = subscription
  const { group } = rest
  const handle = keepingRejections(service, subscription, ports)
  const behind = new Map<string, number>()
  return {
    ...rest,
    onProgress(progress) {
      behind.set(`${progress.kind} ${progress.partition}`, progress.place.behind.size)
      metrics.gauge('tenants_behind', Math.max(...behind.values()), { group })
      rest.onProgress?.(progress)
    },
    async handle(batch, context) {
      const started = performance.now()
      try {
        const verdicts = await handle(batch, context)
        const outcomes = verdicts.map(acknowledged)
        assertOutcomes(group, batch, outcomes)
        const tally = { ok: 0, drop: 0, reject: 0 }
        for (const verdict of verdicts) tally[verdict === 'ok' ? 'ok' : isRejection(verdict) ? 'reject' : 'drop']++
        for (const [outcome, n] of Object.entries(tally))
          if (n > 0) metrics.count('events_handled_total', { group, outcome }, n)
        return outcomes
      } catch (error) {
        metrics.count('handler_faults_total', { group })
        log.error({ service, group, err: error }, 'a batch failed and will be delivered again')
        throw error
      } finally {
        metrics.observe('handler_seconds', (performance.now() - started) / 1000, { group })
      }
    },
  }
}

/** The rejection is saved by now, so the bus may move past it. */
const acknowledged = (verdict: Verdict): Outcome => (isRejection(verdict) ? { drop: verdict.reject } : verdict)
