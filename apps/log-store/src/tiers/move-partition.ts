import { PLATFORM_TENANT, rfc3339, type TenantId } from '@wardline/kernel'
import type { LogPartition, Stored } from '@wardline/ports'
import { type ArchiveDoc, archives, type TierMoveDoc, tierMoves } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { archiveId } from './archive-records.ts'
import { archiveTenant } from './archive-tenant.ts'
import type { TierContext } from './context.ts'
import { isOver } from './tenant-end.ts'
import { tierFact } from './tier-facts.ts'

/**
 * Moves a partition to the next tier. The first write records the intent. Every later step can be repeated, so an
 * instance that finds the intent after a crash does the same again. Nothing leaves the index before it was read back
 * from the archive.
 */
export async function movePartition(context: TierContext, partition: LogPartition, to: 'warm' | 'cold'): Promise<void> {
  const move = await begin(context, partition, to)
  if (move.doc.state === 'sealing') {
    await context.logPartitions.seal(partition)
    if (to === 'warm') {
      await tellOfSealing(context, partition)
      await end(context, partition.id)
      context.metrics.count('tier_moves_total', { to: 'warm' })
      return
    }
    await step(context, partition.id, { state: 'copying' })
  }
  await context.proceed()
  if (move.doc.state !== 'dropping') await copyTenants(context, partition)
  await publishRecords(context, partition)
  await context.logPartitions.drop(partition)
  await end(context, partition.id)
  context.metrics.count('tier_moves_total', { to: 'cold' })
}

async function begin(
  { registry, clock }: TierContext,
  { id, day, retentionClass, tier }: LogPartition,
  to: 'warm' | 'cold',
): Promise<Stored<TierMoveDoc>> {
  const now = rfc3339(clock.now())
  const { stored } = await update(registry, tierMoves, PLATFORM_TENANT, id, current => {
    // A partition that was moving to warm may be due for cold by now.
    if (current?.doc.to === to) return undefined
    const doc: TierMoveDoc = {
      id,
      day,
      retention_class: retentionClass,
      to,
      state: tier === 'warm' && to === 'cold' ? 'copying' : 'sealing',
      tenants: 0,
      tenants_done: 0,
      events: 0,
      started_at: now,
      updated_at: now,
    }
    return { doc }
  })
  return stored as Stored<TierMoveDoc>
}

async function step({ registry, clock }: TierContext, id: string, change: Partial<TierMoveDoc>): Promise<void> {
  await update(registry, tierMoves, PLATFORM_TENANT, id, current =>
    current ? { doc: { ...current.doc, ...change, updated_at: rfc3339(clock.now()) } } : undefined,
  )
}

async function end({ registry }: TierContext, id: string): Promise<void> {
  const current = await registry.read(tierMoves, PLATFORM_TENANT, id)
  if (current) await registry.remove(tierMoves, PLATFORM_TENANT, id, current.version)
}

async function copyTenants(context: TierContext, partition: LogPartition): Promise<void> {
  const tenants = await context.logPartitions.tenantsOf(partition)
  let events = 0
  for (const [done, tenant] of tenants.entries()) {
    await context.proceed()
    await step(context, partition.id, { tenants: tenants.length, tenants_done: done, events })
    if (await isOver(context, tenant, partition.day)) continue
    const count = await archiveTenant(context, partition, tenant)
    context.metrics.count('tier_events_archived_total', {}, count)
    events += count
  }
  await step(context, partition.id, { state: 'dropping', tenants_done: tenants.length, events })
}

/**
 * From here on the archive's records count. Events still in the index are found there until the partition is dropped.
 */
async function publishRecords(context: TierContext, partition: LogPartition): Promise<void> {
  for (const tenant of await context.logPartitions.tenantsOf(partition)) {
    await context.proceed()
    await publishRecord(context, partition, tenant)
  }
}

async function publishRecord(context: TierContext, partition: LogPartition, tenantId: TenantId): Promise<void> {
  const { registry, keyring, clock } = context
  const { day, retentionClass, id: part } = partition
  const id = archiveId(keyring, { tenantId, day, retentionClass, part })
  const now = clock.now()
  await update(registry, archives, tenantId, id, current => {
    if (current?.doc.state !== 'staged') return undefined
    const { events, sha256, key_id } = current.doc.manifest
    const fact = tierFact(keyring, tenantId, now, {
      type: 'retention_move',
      subject: { type: 'archive', id },
      summary: 'Log events of a day were moved to the archive, and read back before they were removed from search.',
      details: { to: 'cold', day, retention_class: retentionClass, events, sha256, key_id },
      once: ['cold', id],
    })
    const doc: ArchiveDoc = { ...current.doc, state: 'archived', archived_at: rfc3339(now) }
    return { doc, emit: [fact] }
  })
}

/**
 * Published directly because a sealed partition has no document of the tenant to attach the fact to. Published again
 * after a crash, it is the same event.
 */
async function tellOfSealing(context: TierContext, partition: LogPartition): Promise<void> {
  const { logPartitions, bus, keyring, clock } = context
  const { day, retentionClass, id } = partition
  for (const tenant of await logPartitions.tenantsOf(partition)) {
    const fact = tierFact(keyring, tenant, clock.now(), {
      type: 'retention_move',
      subject: { type: 'log_partition', id: `${day}.${retentionClass}` },
      summary: 'Log events of a day were moved to the warm tier.',
      details: { to: 'warm', day, retention_class: retentionClass },
      once: ['warm', id],
    })
    await bus.publish([fact])
  }
}
