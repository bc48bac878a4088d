import { type Clock, PLATFORM_TENANT, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { tierRequests } from '@wardline/registries'
import { update } from '@wardline/service-kit'

/**
 * Tells the tier mover that a tenant has a request. This is only a hint: the request has its own document, which the
 * mover also finds without the hint, only later.
 */
export async function requestTiers(
  { registry, clock }: { registry: Registry; clock: Clock },
  tenant: TenantId,
): Promise<void> {
  const doc = { id: tenant, requested_at: rfc3339(clock.now()) }
  await update(registry, tierRequests, PLATFORM_TENANT, tenant, () => ({ doc }))
}
