import type { Clock, Keyring, TenantId } from '@wardline/kernel'
import type { EventBus } from '@wardline/ports'
import type { AlertDoc } from '@wardline/registries'
import { alertCreated } from './alert-record.ts'

/** Events that one call hands to the bus: they are published in order. */
const AT_ONCE = 250

/**
 * Publishes `alert.created` of stored alerts, in the given order. Their reservations are released only after that, so
 * an event may be published twice, with the same id, but is never left out.
 */
export async function announceAlerts(
  ports: { readonly bus: Pick<EventBus, 'publish'>; readonly clock: Clock; readonly keyring: Keyring },
  tenant: TenantId,
  inOrder: readonly AlertDoc[],
): Promise<void> {
  const idKey = ports.keyring.key(tenant, 'ids')
  const now = ports.clock.now()
  for (let at = 0; at < inOrder.length; at += AT_ONCE)
    await ports.bus.publish(inOrder.slice(at, at + AT_ONCE).map(alert => alertCreated(tenant, alert, idKey, now)))
}
