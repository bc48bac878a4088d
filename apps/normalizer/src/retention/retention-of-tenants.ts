import type { Clock, TenantId } from '@wardline/kernel'
import { periodsAt, RETENTION_ID } from '@wardline/log-event'
import type { Registry } from '@wardline/ports'
import { type RetentionSettingsDoc, retentionSettings } from '@wardline/registries'
import { LRUCache } from 'lru-cache'

export interface ClassOfEvent {
  readonly name: string
  /** The tenant has changed its settings at some time, so an earlier delivery of the event may be in another class. */
  readonly changed: boolean
}

/** Returns the class of an event from its tenant and its receive time (milliseconds since the epoch). */
export type RetentionClassOf = (tenant: TenantId, receivedAt: number) => ClassOfEvent

/** The settings of a batch's tenants, at most 2 s behind the registry. */
export interface TenantRetention {
  load(tenants: ReadonlySet<TenantId>): Promise<RetentionClassOf>
}

/** @param clock decides when a cached value is too old. */
export function createTenantRetention(registry: Registry, clock: Clock): TenantRetention {
  const cache = new LRUCache<TenantId, { readonly settings: RetentionSettingsDoc | undefined }>({
    max: 10_000,
    ttl: 2_000,
    ttlResolution: 0,
    perf: clock,
  })
  const settingsOf = async (tenant: TenantId): Promise<RetentionSettingsDoc | undefined> => {
    const cached = cache.get(tenant)
    if (cached) return cached.settings
    const settings = (await registry.read(retentionSettings, tenant, RETENTION_ID))?.doc
    cache.set(tenant, { settings })
    return settings
  }
  return {
    async load(tenants) {
      const all = new Map(await Promise.all([...tenants].map(async t => [t, await settingsOf(t)] as const)))
      return (tenant, receivedAt) => {
        const settings = all.get(tenant)
        return { name: periodsAt(settings, receivedAt).retention_class, changed: settings !== undefined }
      }
    },
  }
}
