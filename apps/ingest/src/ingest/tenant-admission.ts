import type { TenantId } from '@wardline/kernel'
import { TENANT_BACKLOG, tenantBacklogs } from '@wardline/registries'
import { beyondQuota, type Quotas, type ServicePorts } from '@wardline/service-kit'
import { LRUCache } from 'lru-cache'
import { MAX_BATCH } from './max-batch.ts'

/** A tenant's bucket holds this many seconds of its rate, so that a collector may send what it had to keep. */
const BURST_SECONDS = 5
/** How old the stored delay may be here, and how old a stage's report. While a tenant is late, reports come every 2 s. */
const CACHE_MS = 1_000
const REPORT_MS = 15_000
const MAX_TENANTS = 10_000
const MAX_RETRY_SECONDS = 30

/** Whether a tenant may send more logs now: nobody can store more for others to wait behind than its own share. */
export interface TenantAdmission {
  /** @throws Problem 429 `event_quota_reached`, 503 `tenant_backlog`: nothing of the batch is accepted. */
  admit(tenant: TenantId, events: number): Promise<void>
}

export function createTenantAdmission(
  { registry, clock, metrics }: Pick<ServicePorts, 'registry' | 'clock' | 'metrics'>,
  { backlogMs, eventsPerSecond }: Pick<Quotas, 'backlogMs' | 'eventsPerSecond'>,
): TenantAdmission {
  const buckets = new LRUCache<TenantId, { events: number; at: number }>({ max: MAX_TENANTS })
  const delays = new LRUCache<TenantId, { readonly delayMs: Promise<number>; readonly at: number }>({
    max: MAX_TENANTS,
  })
  // At least a full batch, or none would ever be admitted.
  const capacity = Math.max(MAX_BATCH, eventsPerSecond * BURST_SECONDS)

  /** @returns seconds until the events fit; 0 if they fit now, and are taken */
  function take(tenant: TenantId, events: number): number {
    const now = clock.now()
    const bucket = buckets.get(tenant) ?? { events: capacity, at: now }
    const filled = Math.min(capacity, bucket.events + (Math.max(0, now - bucket.at) / 1000) * eventsPerSecond)
    const fits = filled >= events
    buckets.set(tenant, { events: fits ? filled - events : filled, at: now })
    return fits ? 0 : (events - filled) / eventsPerSecond
  }
  async function readDelay(tenant: TenantId): Promise<number> {
    const now = clock.now()
    try {
      const stages = Object.values(tenantBacklogs)
      const reports = await Promise.all(stages.map(stage => registry.read(stage, tenant, TENANT_BACKLOG)))
      return Math.max(
        0,
        ...reports.map(report => (report && now - report.doc.seen_at < REPORT_MS ? report.doc.delay_ms : 0)),
      )
    } catch {
      // A registry that does not answer is no reason to refuse logs that the bus can take.
      return 0
    }
  }
  const delayOf = (tenant: TenantId): Promise<number> => {
    const now = clock.now()
    const known = delays.get(tenant)
    if (known && now - known.at < CACHE_MS) return known.delayMs
    const delayMs = readDelay(tenant)
    delays.set(tenant, { delayMs, at: now })
    return delayMs
  }

  return {
    async admit(tenant, events) {
      const late = backlogMs === Number.POSITIVE_INFINITY ? 0 : (await delayOf(tenant)) - backlogMs
      if (late > 0)
        throw beyondQuota(metrics, 'tenant_backlog', Math.min(MAX_RETRY_SECONDS, 2 + Math.ceil(late / 1000)))
      const wait = eventsPerSecond === Number.POSITIVE_INFINITY ? 0 : take(tenant, events)
      if (wait > 0) throw beyondQuota(metrics, 'event_quota_reached', Math.max(1, Math.ceil(wait)))
    },
  }
}
