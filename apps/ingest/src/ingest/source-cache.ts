import type { TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type LogSourceDoc, logSources } from '@wardline/registries'
import { LRUCache } from 'lru-cache'

/** Log sources for the hot path: at most 2 s behind the registry (docs/architecture.md#ownership). */
export interface SourceCache {
  find(tenant: TenantId, id: string): Promise<LogSourceDoc | undefined>
  /** Discards a cached source that has just changed. */
  forget(tenant: TenantId, id: string): void
}

export function createSourceCache(registry: Registry): SourceCache {
  const cache = new LRUCache<string, LogSourceDoc>({ max: 10_000, ttl: 2_000 })
  const keyOf = (tenant: TenantId, id: string): string => `${tenant}|${id}`
  return {
    async find(tenant, id) {
      const cached = cache.get(keyOf(tenant, id))
      if (cached) return cached
      const doc = (await registry.read(logSources, tenant, id))?.doc
      if (doc) cache.set(keyOf(tenant, id), doc)
      return doc
    },
    forget(tenant, id) {
      cache.delete(keyOf(tenant, id))
    },
  }
}
