import type { TenantId } from '@wardline/kernel'
import { eventItem } from '@wardline/log-event'
import { isRestoredClass, type LogPartition } from '@wardline/ports'
import { noteTaken } from '../ledger/note-taken.ts'
import { PAGE, type TierContext } from './context.ts'
import { ageInDays } from './due-move.ts'
import { daysKept } from './tenant-end.ts'
import { tierFact } from './tier-facts.ts'

/** Removes a tenant's events from a partition. @returns the number of removed events. */
async function takeOut(context: TierContext, partition: LogPartition, tenant: TenantId): Promise<number> {
  const place = { partitionDay: partition.day, retentionClass: partition.retentionClass }
  let removed = 0
  for (;;) {
    // Always read the first page, because each round removes its events.
    const { events } = await context.logPartitions.readPartition(partition, tenant, { limit: PAGE })
    if (events.length === 0) return removed
    await context.proceed(events.length)
    await noteTaken(context, tenant, events)
    const erased = await context.logPartitions.erase(
      partition,
      events.map(event => eventItem(tenant, event, place)),
    )
    if (erased === 0) throw new Error('events that were read could not be erased')
    removed += erased
  }
}

/**
 * Removes a tenant's events whose retention has ended although the partition, shared with other tenants, is still
 * searchable.
 */
export async function expireEvents(
  context: TierContext,
  partitions: readonly LogPartition[],
  tenant: TenantId,
): Promise<void> {
  const kept = await daysKept(context, tenant)
  const over = partitions.filter(
    p => !isRestoredClass(p.retentionClass) && ageInDays(p.day, context.clock.now()) >= kept,
  )
  for (const partition of over) {
    if (!(await context.logPartitions.tenantsOf(partition)).includes(tenant)) continue
    const events = await takeOut(context, partition, tenant)
    if (events === 0) continue
    context.roomy.set(partition.id, partition)
    const { day, retentionClass, id } = partition
    const fact = tierFact(context.keyring, tenant, context.clock.now(), {
      type: 'retention_move',
      subject: { type: 'log_partition', id: `${day}.${retentionClass}` },
      summary: 'Log events of a day were removed because their retention had ended.',
      details: { to: 'expired', day, retention_class: retentionClass, events },
      once: ['expired', id, String(context.clock.now())],
    })
    await context.bus.publish([fact])
    context.metrics.count('tier_events_expired_total', {}, events)
  }
}

/** Gives back the room of expired events. An engine may need some time before it can. */
export async function reclaimRoom({ logPartitions, roomy, proceed }: TierContext): Promise<void> {
  for (const [id, partition] of roomy) {
    await proceed()
    if (await logPartitions.purge(partition)) roomy.delete(id)
  }
}
