import {
  type Clock,
  createPatience,
  type Keyring,
  mapLimited,
  newestMark,
  TENANTS_AT_ONCE,
  type TenantId,
} from '@wardline/kernel'
import type { EventBus, HandlerContext, Registry, Subscription } from '@wardline/ports'
import { type AlertDoc, type AlertReservation, alerts } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { openAutomaticTicket, wantsTicketFor } from '../tickets/automatic-ticket.ts'
import { alertOf } from './alert-record.ts'
import { type AlertSequence, YOUNG_MS } from './alert-sequence.ts'
import { announceAlerts } from './announce-alerts.ts'
import { type ClearDetection, clearDetection, type Detection } from './clear-detection.ts'
import type { OutgoingAlerts } from './outgoing-alerts.ts'

/** How long a batch waits for an earlier one of the same tenant. Then it is delivered again, later. */
const TURN_MS = 15_000

export interface ProjectAlertsPorts {
  readonly bus: Pick<EventBus, 'publish'>
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
  readonly log: ServicePorts['log']
  readonly sequence: AlertSequence
  readonly outgoing: OutgoingAlerts
  /** Called when alerts of a tenant can be read. */
  readonly projected: (tenant: TenantId) => void
}

/**
 * `security.alert.created` -> one alert, its ticket, and `alert.created`. The saga: reserve sequences (one write per
 * batch and tenant, which records every decision), open tickets, create alerts, publish their events in the order of
 * their sequences, release the reservations. After a crash at any point, the redelivered batch continues with the same
 * sequences. What is released has been published.
 */
export function projectAlerts(ports: ProjectAlertsPorts): Subscription['handle'] {
  return async (batch, context) => {
    const byTenant = Map.groupBy(
      batch.flatMap(({ envelope }) => (envelope.kind === 'security.alert.created' ? [envelope] : [])),
      envelope => envelope.tenant_id,
    )
    await mapLimited(
      [...byTenant],
      async ([tenant, detections]) => {
        await projectTenant(ports, tenant, detections, context)
        await context.heartbeat()
      },
      TENANTS_AT_ONCE,
    )
    return batch.map(() => 'ok')
  }
}

async function projectTenant(
  ports: ProjectAlertsPorts,
  tenant: TenantId,
  delivered: readonly Detection[],
  context: HandlerContext,
): Promise<void> {
  const { registry, sequence } = ports
  // The first detection of an alert creates it. The same alert_id again is the same alert.
  const first = [...Map.groupBy(delivered, d => d.payload.alert_id).values()].map(same => same[0]!)
  const detections = first.map(detection => clearDetection(ports, detection))
  const wantsTicket = await wantsTicketFor(registry, tenant)
  const reserved = await sequence.reserve(
    tenant,
    detections.map(d => ({ alertId: d.payload.alert_id, ticket: wantsTicket(d) })),
  )
  if (reserved.size === 0) return
  const placed = detections.flatMap(detection => {
    const reservation = reserved.get(detection.payload.alert_id)
    return reservation ? [{ detection, reservation }] : []
  })
  const created = await mapLimited(placed, one => createAlert(ports, one.detection, one.reservation))
  const inOrder = created.toSorted((a, b) => a.sequence - b.sequence)
  await itsTurn(ports, tenant, inOrder[0]!.sequence, context)
  await announceAlerts(ports, tenant, inOrder)
  await sequence.release(tenant, new Set(reserved.keys()))
  ports.projected(tenant)
}

/**
 * Resolves when no batch with earlier sequences is in progress: after a rebalance two members may have batches of one
 * tenant. A reservation that is not young belongs to an event that was lost; nothing waits for it.
 */
async function itsTurn(
  { sequence, clock }: ProjectAlertsPorts,
  tenant: TenantId,
  first: number,
  { signal, heartbeat }: HandlerContext,
): Promise<void> {
  const patience = createPatience({ firstMs: 10, lastMs: 500, budgetMs: TURN_MS, signal })
  for (;;) {
    const youngest = clock.now() - YOUNG_MS
    const reserved = await sequence.reservations(tenant)
    if (!reserved.some(r => r.sequence < first && r.reserved_at > youngest)) return
    await heartbeat()
    if (!(await patience.pause())) throw new Error('earlier alerts of the tenant are still being written')
  }
}

/** @returns the alert as it is stored: by this delivery, or by an earlier one. */
async function createAlert(
  ports: ProjectAlertsPorts,
  detection: ClearDetection,
  reservation: AlertReservation,
): Promise<AlertDoc> {
  const { registry, clock, keyring } = ports
  const tenant = detection.tenant_id
  // The ticket comes first, so an alert never names a ticket that does not exist.
  await openAutomaticTicket(ports, detection, reservation)
  const alert = alertOf(detection, reservation, clock.now(), newestMark(keyring))
  const written = await registry.write(alerts, tenant, alert, { expect: 'absent' })
  if (written.ok) return alert
  return (await registry.read(alerts, tenant, alert.id))?.doc ?? alert
}
