import { setTimeout as sleep } from 'node:timers/promises'
import type { Problem, TenantId } from '@wardline/kernel'
import { TENANT_BACKLOG, tenantBacklogs } from '@wardline/registries'
import { beyondQuota, type Quotas, type ServicePorts } from '@wardline/service-kit'
import { LRUCache } from 'lru-cache'
import { MAX_BATCH } from './max-batch.ts'
import { createPace, type Pace } from './pace.ts'

/** A tenant's bucket holds this many seconds of its rate, so that a collector may send what it had to keep. */
const BURST_SECONDS = 5
/** How old the stored delay may be here, and how old a stage's report. While a tenant is late, one comes every second. */
const CACHE_MS = 500
const REPORT_MS = 15_000
const MAX_TENANTS = 10_000
const MAX_RETRY_SECONDS = 30

/** How long a tenant's logs had waited that a stage handled at `seenAt`. Both in milliseconds. */
interface Delay {
  readonly ms: number
  readonly seenAt: number
}
const NO_DELAY: Delay = { ms: 0, seenAt: 0 }

/**
 * Whether a tenant may send more logs now: nobody can store more for others to wait behind than its own share. Who sends
 * more than the pipeline handles waits for each answer ({@link Pace}).
 */
export interface TenantAdmission {
  /** @throws Problem 429 `event_quota_reached`, 503 `tenant_backlog`: nothing of the batch is accepted. */
  admit(tenant: TenantId, events: number): Promise<void>
}

export function createTenantAdmission(
  { registry, clock, metrics }: Pick<ServicePorts, 'registry' | 'clock' | 'metrics'>,
  { backlogMs, eventsPerSecond }: Pick<Quotas, 'backlogMs' | 'eventsPerSecond'>,
  wait: (ms: number) => Promise<unknown> = sleep,
): TenantAdmission {
  const paces = new LRUCache<TenantId, Pace>({ max: MAX_TENANTS })
  const buckets = new LRUCache<TenantId, { events: number; at: number }>({ max: MAX_TENANTS })
  const delays = new LRUCache<TenantId, { readonly delay: Promise<Delay>; readonly at: number }>({ max: MAX_TENANTS })
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
  async function readDelay(tenant: TenantId): Promise<Delay> {
    const now = clock.now()
    try {
      const stages = Object.values(tenantBacklogs)
      const reports = await Promise.all(stages.map(stage => registry.read(stage, tenant, TENANT_BACKLOG)))
      return reports
        .flatMap(report => (report && now - report.doc.seen_at < REPORT_MS ? [report.doc] : []))
        .map(({ delay_ms, seen_at }) => ({ ms: delay_ms, seenAt: seen_at }))
        .reduce((worst, delay) => (delay.ms > worst.ms ? delay : worst), NO_DELAY)
    } catch {
      // A registry that does not answer is no reason to refuse logs that the bus can take.
      return NO_DELAY
    }
  }
  const delayOf = (tenant: TenantId): Promise<Delay> => {
    const now = clock.now()
    const known = delays.get(tenant)
    if (known && now - known.at < CACHE_MS) return known.delay
    const delay = readDelay(tenant)
    delays.set(tenant, { delay, at: now })
    return delay
  }
  async function keepPace(tenant: TenantId, events: number, delay: Delay): Promise<void> {
    const pace = paces.get(tenant) ?? createPace()
    paces.set(tenant, pace)
    pace.heard(delay.ms, delay.seenAt)
    const { waitMs, refused } = pace.take(events, clock.now())
    if (refused) throw refusal(waitMs / 1000)
    if (waitMs > 0) await wait(waitMs)
  }
  const refusal = (seconds: number): Problem =>
    beyondQuota(metrics, 'tenant_backlog', Math.min(MAX_RETRY_SECONDS, 2 + Math.ceil(seconds)))

  return {
    async admit(tenant, events) {
      const bounded = backlogMs !== Number.POSITIVE_INFINITY
      const delay = bounded ? await delayOf(tenant) : NO_DELAY
      if (delay.ms > backlogMs) throw refusal((delay.ms - backlogMs) / 1000)
      const seconds = eventsPerSecond === Number.POSITIVE_INFINITY ? 0 : take(tenant, events)
      if (seconds > 0) throw beyondQuota(metrics, 'event_quota_reached', Math.max(1, Math.ceil(seconds)))
      if (bounded) await keepPace(tenant, events, delay)
    },
  }
}
