import { type Clock, type Keyring, mapLimited, TENANTS_AT_ONCE, type TenantId } from '@wardline/kernel'
import type { Registry, Subscription } from '@wardline/ports'
import { type AlertReservation, alerts } from '@wardline/registries'
import { openAutomaticTicket, wantsTicketFor } from '../tickets/automatic-ticket.ts'
import { alertCreated, alertOf, type Detection } from './alert-record.ts'
import type { AlertSequence } from './alert-sequence.ts'

export interface ProjectAlertsPorts {
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
  readonly sequence: AlertSequence
  /** Called when alerts of a tenant can be read. */
  readonly projected: (tenant: TenantId) => void
}

/**
 * `security.alert.created` -> one alert, its ticket, and `alert.created`. The saga: reserve sequences (one write per
 * batch and tenant, which records every decision), open tickets, create alerts with their event in the outbox, release
 * the reservations. After a crash at any point, the redelivered batch continues with the same sequences.
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
        await projectTenant(ports, tenant, detections)
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
): Promise<void> {
  const { registry, sequence } = ports
  // The first detection of an alert creates it. The same alert_id again is the same alert.
  const detections = [...Map.groupBy(delivered, d => d.payload.alert_id).values()].map(same => same[0]!)
  const wantsTicket = await wantsTicketFor(registry, tenant)
  const reserved = await sequence.reserve(
    tenant,
    detections.map(d => ({ alertId: d.payload.alert_id, ticket: wantsTicket(d) })),
  )
  await mapLimited(detections, async detection => {
    const reservation = reserved.get(detection.payload.alert_id)
    if (reservation) await createAlert(ports, detection, reservation)
  })
  await sequence.release(tenant, new Set(reserved.keys()))
  if (reserved.size > 0) ports.projected(tenant)
}

async function createAlert(
  ports: ProjectAlertsPorts,
  detection: Detection,
  reservation: AlertReservation,
): Promise<void> {
  const { registry, clock, keyring } = ports
  const tenant = detection.tenant_id
  // The ticket comes first, so an alert never names a ticket that does not exist.
  await openAutomaticTicket(ports, detection, reservation)
  const now = clock.now()
  const alert = alertOf(detection, reservation, now)
  // A conflict means that an earlier delivery already wrote this alert and its event.
  await registry.write(alerts, tenant, alert, {
    expect: 'absent',
    emit: [alertCreated(detection, alert, keyring.key(tenant, 'ids'), now)],
  })
}
