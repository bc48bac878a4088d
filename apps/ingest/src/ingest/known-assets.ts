import type { TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { assets } from '@wardline/registries'
import { LRUCache } from 'lru-cache'

export interface KnownAssets {
  /** Those of `ids` that are assets of this tenant. */
  among(tenant: TenantId, ids: ReadonlySet<string>): Promise<ReadonlySet<string>>
}

/** Only existing assets are cached, so that a new one can be named at once. */
export function createKnownAssets(registry: Registry): KnownAssets {
  const cache = new LRUCache<string, true>({ max: 50_000, ttl: 2_000 })
  const isKnown = async (tenant: TenantId, id: string): Promise<boolean> => {
    const key = `${tenant}|${id}`
    if (cache.has(key)) return true
    if (!(await registry.read(assets, tenant, id))) return false
    cache.set(key, true)
    return true
  }
  return {
    async among(tenant, ids) {
      const all = [...ids]
      const known = await Promise.all(all.map(id => isKnown(tenant, id)))
      return new Set(all.filter((_, i) => known[i]))
    },
  }
}
