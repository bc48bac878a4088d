import { type Clock, PLATFORM_TENANT, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { tierRequests } from '@wardline/registries'
import { update } from '@wardline/service-kit'

/** Tells the tier mover that a tenant waits. Only a hint: what is asked for is in a document of its own, which is found in time without it. */
export async function requestTiers(
  { registry, clock }: { registry: Registry; clock: Clock },
  tenant: TenantId,
): Promise<void> {
  const doc = { id: tenant, requested_at: rfc3339(clock.now()) }
  await update(registry, tierRequests, PLATFORM_TENANT, tenant, () => ({ doc }))
}
