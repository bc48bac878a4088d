import { PLATFORM_TENANT, type TenantId, tenantId } from '@wardline/kernel'
import type { Archive, LogPartition } from '@wardline/ports'
import { tierMoves, tierRequests } from '@wardline/registries'
import { allTenants, type Job } from '@wardline/service-kit'
import type { LogStorePorts } from '../log-store-ports.ts'
import type { TierContext, TierSettings } from './context.ts'
import { dueMove } from './due-move.ts'
import { expireArchives } from './expire-archives.ts'
import { expireEvents, reclaimRoom } from './expire-events.ts'
import { LeaseLost, takeLease } from './lease.ts'
import { movePartition } from './move-partition.ts'
import { createPace } from './pace.ts'
import { endErasures, runErasures } from './run-erasures.ts'
import { runRestores } from './run-restores.ts'

/**
 * The tier mover. It moves partitions to warm and cold, removes what has expired, restores from the archive and erases
 * subjects. One instance at a time does this. All of it can be interrupted anywhere and is then repeated.
 */
export function tierJob(ports: LogStorePorts, archive: Archive, settings: TierSettings): Job {
  const pace = createPace(settings.eventsPerSecond)
  const roomy = new Map<string, LogPartition>()
  return {
    name: 'move-tiers',
    everyMs: settings.everyMs,
    async run({ signal }) {
      const lease = await takeLease(ports.registry, ports.clock, settings.leaseMs)
      if (!lease) return
      const context: TierContext = {
        ...ports,
        archive,
        settings,
        roomy,
        async proceed(events = 0) {
          signal.throwIfAborted()
          if (events > 0) await pace(events, signal)
          await lease.renew()
        },
      }
      const faults: unknown[] = []
      /** A partition or tenant that fails does not hold up the others. */
      const attempt = async (work: () => Promise<void>): Promise<void> => {
        try {
          await work()
        } catch (error) {
          if (error instanceof LeaseLost || signal.aborted) throw error
          faults.push(error)
        }
      }
      const sweeping = ports.clock.now() - lease.sweptAt >= settings.sweepMs
      let swept = false
      try {
        await movePartitions(context, attempt)
        if (sweeping) await serveTenants(context, attempt)
        else await serveRequests(context, attempt)
        await attempt(() => reclaimRoom(context))
        swept = sweeping && faults.length === 0
      } catch (error) {
        if (error instanceof LeaseLost || signal.aborted) return
        throw error
      } finally {
        await lease.release(swept).catch(() => undefined)
      }
      if (faults.length > 0) throw new AggregateError(faults, `${faults.length} of the tier mover's tasks failed`)
    },
  }
}

type Attempt = (work: () => Promise<void>) => Promise<void>

/** Interrupted moves come first: nothing else may change a partition that is half moved. */
async function movePartitions(context: TierContext, attempt: Attempt): Promise<void> {
  const partitions = await context.logPartitions.partitions()
  const begun = await context.registry.list(tierMoves, PLATFORM_TENANT, { limit: 1000 })
  const oldestFirst = [...partitions].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  for (const { doc, version } of begun) {
    const partition = partitions.find(p => p.id === doc.id)
    if (partition) await attempt(() => movePartition(context, partition, doc.to))
    else await context.registry.remove(tierMoves, PLATFORM_TENANT, doc.id, version)
  }
  const moved = new Set(begun.filter(({ doc }) => doc.to === 'cold').map(({ doc }) => doc.id))
  for (const partition of oldestFirst) {
    const to = moved.has(partition.id) ? undefined : dueMove(partition, context.clock.now())
    if (!to) continue
    await context.proceed()
    await attempt(() => movePartition(context, partition, to))
  }
}

async function serveTenants(context: TierContext, attempt: Attempt): Promise<void> {
  for await (const tenant of allTenants(context.registry))
    if (tenant !== PLATFORM_TENANT) await attempt(async () => void (await serveTenant(context, tenant, true)))
}

/** Serves tenants with a request since the last run, or with restored events that will expire. */
async function serveRequests(context: TierContext, attempt: Attempt): Promise<void> {
  const waiting = await context.registry.list(tierRequests, PLATFORM_TENANT, { limit: 1000 })
  for (const { doc, version } of waiting) {
    await attempt(async () => {
      if (await serveTenant(context, tenantId(doc.id), false)) return
      // The request stays if the tenant has sent another one meanwhile.
      await context.registry.remove(tierRequests, PLATFORM_TENANT, doc.id, version)
    })
  }
}

/** @returns whether the tenant must be checked again in the next run. */
async function serveTenant(context: TierContext, tenant: TenantId, everything: boolean): Promise<boolean> {
  await context.proceed()
  const partitions: readonly LogPartition[] = await context.logPartitions.partitions()
  if (everything) {
    await expireEvents(context, partitions, tenant)
    await expireArchives(context, tenant)
  }
  const waiting = await runRestores(context, tenant, partitions)
  const erasing = await runErasures(context, tenant)
  if (everything) await endErasures(context, tenant)
  return waiting || erasing
}
