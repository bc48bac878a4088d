import type { TenantId } from '@wardline/kernel'
import { type Collection, TENANT_BACKLOG, type TenantBacklogDoc } from '@wardline/registries'
import { LRUCache } from 'lru-cache'
import { update } from './documents/update.ts'
import type { ServicePorts } from './service.ts'

/** Delays below this are ordinary and not stored. */
const LATE_MS = 1_500
const TELL_EVERY_MS = 1_000
/** Another process that is further behind with the same tenant is believed for this long. */
const BELIEVE_MS = 5_000
const KEPT_MS = 3_600_000

/** An event that was handled, and when its raw log was received (milliseconds since the epoch). */
export interface HandledEvent {
  readonly tenantId: TenantId
  readonly receivedAt: number
}

/** Stores how far a stage is behind with each tenant, for the intake of that tenant's logs. */
export interface BacklogReporter {
  /** Never rejects: a report that is lost is followed by another. */
  note(handled: readonly HandledEvent[]): Promise<void>
}

export function createBacklogReporter(
  { registry, clock, log }: Pick<ServicePorts, 'registry' | 'clock' | 'log'>,
  collection: Collection<TenantBacklogDoc>,
): BacklogReporter {
  /** When each late tenant was reported last. */
  const told = new LRUCache<TenantId, number>({ max: 10_000 })

  const tell = async (tenant: TenantId, delay: number, now: number): Promise<void> => {
    const doc = { id: TENANT_BACKLOG, delay_ms: delay, seen_at: now, expires_at: now + KEPT_MS }
    await update(registry, collection, tenant, TENANT_BACKLOG, current => {
      const other = current?.doc
      if (other && other.delay_ms > delay && now - other.seen_at < BELIEVE_MS) return undefined
      return { doc }
    })
    if (delay >= LATE_MS) told.set(tenant, now)
    else told.delete(tenant)
  }
  return {
    async note(handled) {
      const now = clock.now()
      const oldest = new Map<TenantId, number>()
      for (const { tenantId, receivedAt } of handled)
        oldest.set(tenantId, Math.min(receivedAt, oldest.get(tenantId) ?? receivedAt))
      const due = [...oldest].filter(([tenant, receivedAt]) => {
        const before = told.get(tenant)
        if (now - receivedAt < LATE_MS) return before !== undefined
        return before === undefined || now - before >= TELL_EVERY_MS
      })
      const reports = due.map(([tenant, receivedAt]) => tell(tenant, now - receivedAt, now))
      for (const { status } of await Promise.allSettled(reports))
        if (status === 'rejected') log.warn({}, 'how far a tenant is behind could not be stored')
    },
  }
}
