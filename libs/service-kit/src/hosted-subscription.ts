import type { ServiceName } from '@wardline/kernel'
import { assertOutcomes, type Delivery, type HandlerContext, type Outcome, type Subscription } from '@wardline/ports'
import type { Logger } from 'pino'
import { isRejection, type KeeperPorts, keepingRejections } from './keeping-rejections.ts'
import type { ServiceSubscription, Verdict } from './subscription.ts'
import type { SpanStart, Tracing } from './telemetry/tracing.ts'

export interface HostingPorts extends KeeperPorts {
  readonly log: Logger
  readonly tracing: Tracing
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
  const { log, metrics, tracing } = ports
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
    handle: (batch, context) => tracing.batch(spanOf(service, group, batch), batch, () => handled(batch, context)),
  }

  async function handled(batch: readonly Delivery[], context: HandlerContext): Promise<readonly Outcome[]> {
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
  }
}

/** The rejection is saved by now, so the bus may move past it. */
const acknowledged = (verdict: Verdict): Outcome => (isRejection(verdict) ? { drop: verdict.reject } : verdict)

/** A batch has events of one kind: engines deliver topic by topic. */
function spanOf(service: ServiceName, group: string, batch: readonly Delivery[]): SpanStart {
  const kind = batch[0]?.envelope.kind ?? 'nothing'
  return {
    name: `process ${kind}`,
    facts: {
      'wardline.service': service,
      'messaging.destination.name': kind,
      'messaging.consumer.group.name': group,
      'messaging.batch.message_count': batch.length,
    },
  }
}
