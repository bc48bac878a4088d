import type { Clock, Keyring, TenantId } from '@wardline/kernel'
import type { EventBus, Registry } from '@wardline/ports'
import { alerts } from '@wardline/registries'
import { allTenants, type Job, type ServicePorts } from '@wardline/service-kit'
import { type AlertSequence, YOUNG_MS } from './alerts/alert-sequence.ts'
import { announceAlerts } from './alerts/announce-alerts.ts'
import type { OutgoingAlerts } from './alerts/outgoing-alerts.ts'
import type { EvidenceChain } from './evidence/evidence-chain.ts'

/**
 * The bus keeps redelivering. An event that has not come within a day is lost and must not hold the streams back
 * forever.
 */
const ABANDONED_MS = 24 * 3_600_000

/**
 * Finishes work that a crash left and no redelivery completed: evidence pending in a head, and reservations of alerts
 * that exist, whose events it publishes. Counts reservations that still wait, and gives up those that nothing can complete.
 */
export function finishSagas(ports: {
  readonly bus: Pick<EventBus, 'publish'>
  readonly keyring: Keyring
  readonly registry: Registry
  readonly clock: Clock
  readonly log: ServicePorts['log']
  readonly metrics: ServicePorts['metrics']
  readonly sequence: AlertSequence
  readonly outgoing: OutgoingAlerts
  readonly chain: EvidenceChain
  readonly everyMs: number
}): Job {
  const { registry, clock, log, metrics, sequence, chain } = ports

  /** In the order of sequences, and no further than the first alert that may still come: so are their events. */
  async function finishReservations(tenant: TenantId): Promise<number> {
    const now = clock.now()
    const settled = new Set<string>()
    const reserved = await sequence.reservations(tenant)
    for (const r of reserved) {
      if (r.reserved_at > now - YOUNG_MS) break
      const alert = (await registry.read(alerts, tenant, r.alert_id))?.doc
      if (alert) await announceAlerts(ports, tenant, [alert])
      else if (r.reserved_at < now - ABANDONED_MS)
        log.error({ tenant, sequence: r.sequence }, 'an alert was reserved a day ago and its event is lost')
      else break
      settled.add(r.alert_id)
    }
    await sequence.release(tenant, settled)
    return reserved.filter(r => r.reserved_at <= now - YOUNG_MS && !settled.has(r.alert_id)).length
  }

  return {
    name: 'finish-sagas',
    everyMs: ports.everyMs,
    async run({ signal }) {
      let waiting = 0
      for await (const tenant of allTenants(registry)) {
        if (signal.aborted) return
        await chain.finish(tenant)
        waiting += await finishReservations(tenant)
      }
      metrics.gauge('alert_reservations_waiting', waiting)
    },
  }
}
