import { PLATFORM_TENANT, type TenantId, tenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { tenants } from '@wardline/registries'
import { createReadThrough } from '../read-through.ts'

/** Whether a tenant may be served; `unknown` is refused like `suspended`. */
export type TenantState = 'active' | 'suspended' | 'unknown'

export interface TenantStates {
  /** At most 2 s old. @throws Error when the store cannot be read. */
  of(tenant: TenantId): Promise<TenantState>
  clear(): void
}

export function createTenantStates(registry: Registry): TenantStates {
  const cache = createReadThrough<TenantState>(async id => {
    const stored = await registry.read(tenants, PLATFORM_TENANT, tenantId(id))
    if (!stored) return 'unknown'
    return stored.doc.state === 'suspended' ? 'suspended' : 'active'
  }, 10_000)
  return { of: tenant => cache.get(tenant), clear: () => cache.clear() }
}
