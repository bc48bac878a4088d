import { type Clock, type Keyring, mapLimited, type TenantId } from '@wardline/kernel'
import type { EventBus } from '@wardline/ports'
import type { AlertDoc } from '@wardline/registries'
import { alertCreated } from './alert-record.ts'
import type { OutgoingAlerts } from './outgoing-alerts.ts'

/**
 * Publishes `alert.created` of stored alerts in one call, which keeps their order: they are those of one delivered
 * batch. Their reservations are released only after that, so an event may be published twice, with the same id, but is
 * never left out.
 */
export async function announceAlerts(
  ports: {
    readonly bus: Pick<EventBus, 'publish'>
    readonly clock: Clock
    readonly keyring: Keyring
    readonly outgoing: OutgoingAlerts
  },
  tenant: TenantId,
  inOrder: readonly AlertDoc[],
): Promise<void> {
  const { bus, clock, keyring, outgoing } = ports
  const now = clock.now()
  const events = await mapLimited(inOrder, async alert =>
    alertCreated(tenant, alert, await outgoing.of(tenant, alert), keyring, now),
  )
  await bus.publish(events)
}
