import type { Clock, Keyring, TenantId } from '@wardline/kernel'
import type { EventBus } from '@wardline/ports'
import type { AlertDoc } from '@wardline/registries'
import { alertCreated } from './alert-record.ts'

/**
 * Publishes `alert.created` of stored alerts in one call, which keeps their order: they are those of one delivered
 * batch. Their reservations are released only after that, so an event may be published twice, with the same id, but is
 * never left out.
 */
export async function announceAlerts(
  ports: { readonly bus: Pick<EventBus, 'publish'>; readonly clock: Clock; readonly keyring: Keyring },
  tenant: TenantId,
  inOrder: readonly AlertDoc[],
): Promise<void> {
  const idKey = ports.keyring.key(tenant, 'ids')
  const now = ports.clock.now()
  await ports.bus.publish(inOrder.map(alert => alertCreated(tenant, alert, idKey, now)))
}
