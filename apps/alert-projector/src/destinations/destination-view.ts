import type { View } from '@wardline/api'
import type { OperationResult } from '@wardline/http'
import { Problem, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import {
  type AlertDeliveryDoc,
  type AlertDestinationDoc,
  alertDeliveries,
  alertDestinations,
} from '@wardline/registries'

/** @throws Problem `not_found`, the same for another tenant's destination. */
export async function findDestination(
  registry: Registry,
  tenant: TenantId,
  id: string | undefined,
): Promise<Stored<AlertDestinationDoc>> {
  const stored = await registry.read(alertDestinations, tenant, id ?? '')
  if (!stored) throw new Problem('not_found')
  return stored
}

/** A destination and the state of its deliveries. Never contains its signing secret. */
export async function destinationBody(
  registry: Registry,
  tenant: TenantId,
  { doc, version }: Stored<AlertDestinationDoc>,
): Promise<View<'AlertDestination'>> {
  const { id, sealed_secret: _, ...rest } = doc
  const delivery = (await registry.read(alertDeliveries, tenant, id))?.doc
  return { destination_id: id, tenant_id: tenant, ...rest, delivery: delivery ? deliveryBody(delivery) : null, version }
}

const deliveryBody = (d: AlertDeliveryDoc): View<'AlertDelivery'> => ({
  position: d.position,
  delivered: d.delivered,
  skipped: d.skipped,
  last_delivered_at: d.last_delivered_at,
  attempts: d.attempts,
  failing_since: d.failing_since,
  error_code: d.error_code,
  next_attempt_at: d.attempts > 0 && d.due_at !== null ? rfc3339(d.due_at) : null,
})

/** The 200 response for one destination, with its ETag. */
export async function destinationAnswer(
  registry: Registry,
  tenant: TenantId,
  stored: Stored<AlertDestinationDoc>,
): Promise<OperationResult<View<'AlertDestination'>>> {
  return { status: 200, body: await destinationBody(registry, tenant, stored), version: stored.version }
}
