import { DAY_MS, rfc3339, type TenantId } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import { type ArchiveDoc, archives } from '@wardline/registries'
import { createArchiveKeys } from './archive-keys.ts'
import { archiveRecords, nameOf } from './archive-records.ts'
import type { TierContext } from './context.ts'
import { daysKept } from './tenant-end.ts'
import { tierFact } from './tier-facts.ts'

/**
 * Removes a tenant's archived objects whose retention has ended, and those that nobody can read because their key was
 * destroyed.
 */
export async function expireArchives(context: TierContext, tenant: TenantId): Promise<void> {
  const { registry, clock } = context
  for await (const stored of archiveRecords(registry, tenant, { state: 'expired' }))
    await remove(context, tenant, stored)
  const kept = await daysKept(context, tenant)
  if (Number.isFinite(kept)) {
    const lastDay = rfc3339(clock.now() - kept * DAY_MS).slice(0, 10)
    const over = { state: 'archived', day: { lt: nextDay(lastDay) } }
    for await (const stored of archiveRecords(registry, tenant, over)) await expire(context, tenant, stored, 'age')
  }
  const keys = createArchiveKeys(context)
  const lost = new Map<string, boolean>()
  for await (const stored of archiveRecords(registry, tenant, { state: 'archived' })) {
    const { key_id } = stored.doc.manifest
    if (!lost.has(key_id)) lost.set(key_id, (await keys.find(tenant, key_id)) === undefined)
    if (lost.get(key_id)) await expire(context, tenant, stored, 'key_destroyed')
  }
}

/** First the record is marked, together with the evidence; then the object is removed, then the record. */
async function expire(
  context: TierContext,
  tenant: TenantId,
  { doc, version }: Stored<ArchiveDoc>,
  reason: 'age' | 'key_destroyed',
): Promise<void> {
  const { registry, keyring, clock } = context
  await context.proceed()
  const fact = tierFact(keyring, tenant, clock.now(), {
    type: 'retention_move',
    subject: { type: 'archive', id: doc.id },
    summary: 'Archived log events of a day were removed.',
    details: { to: 'expired', reason, day: doc.day, retention_class: doc.retention_class, events: doc.manifest.events },
    once: ['expired', doc.id],
  })
  const expired: ArchiveDoc = { ...doc, state: 'expired' }
  const written = await registry.write(archives, tenant, expired, { expect: version, emit: [fact] })
  if (!written.ok) return
  context.metrics.count('tier_events_expired_total', {}, doc.manifest.events)
  await remove(context, tenant, { doc: expired, version: written.version })
}

async function remove(context: TierContext, tenant: TenantId, { doc, version }: Stored<ArchiveDoc>): Promise<void> {
  await context.archive.remove(nameOf(tenant, doc))
  // The record stays while its evidence waits to be published. The next run tries again.
  await context.registry.remove(archives, tenant, doc.id, version)
}

const nextDay = (day: string): string => rfc3339(Date.parse(day) + DAY_MS).slice(0, 10)
