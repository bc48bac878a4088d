import type { Clock, TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { alerts } from '@wardline/registries'
import { allTenants, type Job, type ServicePorts } from '@wardline/service-kit'
import type { AlertSequence } from './alerts/alert-sequence.ts'
import type { EvidenceChain } from './evidence/evidence-chain.ts'

/** Younger reservations belong to a batch in progress. */
const YOUNG_MS = 60_000
/**
 * The bus keeps redelivering. An event that has not come within a day is lost and must not hold the streams back
 * forever.
 */
const ABANDONED_MS = 24 * 3_600_000

/**
 * Finishes work that a crash left and no redelivery completed: evidence pending in a head, and reservations of alerts
 * that exist. Counts reservations that still wait, and gives up those that nothing can complete.
 */
export function finishSagas(ports: {
  readonly registry: Registry
  readonly clock: Clock
  readonly log: ServicePorts['log']
  readonly metrics: ServicePorts['metrics']
  readonly sequence: AlertSequence
  readonly chain: EvidenceChain
  readonly everyMs: number
}): Job {
  const { registry, clock, log, metrics, sequence, chain } = ports

  async function finishReservations(tenant: TenantId): Promise<number> {
    const now = clock.now()
    const settled = new Set<string>()
    let waiting = 0
    for (const r of await sequence.reservations(tenant)) {
      if (r.reserved_at > now - YOUNG_MS) continue
      const there = (await registry.read(alerts, tenant, r.alert_id)) !== undefined
      const abandoned = !there && r.reserved_at < now - ABANDONED_MS
      if (abandoned)
        log.error({ tenant, sequence: r.sequence }, 'an alert was reserved a day ago and its event is lost')
      if (there || abandoned) settled.add(r.alert_id)
      else waiting++
    }
    await sequence.release(tenant, settled)
    return waiting
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
