import { rfc3339, type TenantId } from '@wardline/kernel'
import type { ArchivedEvent, ArchiveName, LogPartition } from '@wardline/ports'
import { type ArchiveDoc, archives } from '@wardline/registries'
import { createArchiveKeys } from './archive-keys.ts'
import { archiveId } from './archive-records.ts'
import { PAGE, type TierContext } from './context.ts'

/**
 * Copies a tenant's events of a sealed partition into the archive, reads the object back, and records it. After a
 * crash, a complete copy is kept.
 * @returns the number of events.
 * @throws Error when the archive does not return what was written.
 */
export async function archiveTenant(
  context: TierContext,
  partition: LogPartition,
  tenantId: TenantId,
): Promise<number> {
  const { archive, registry, keyring, clock } = context
  const { day, retentionClass, id: part } = partition
  const name: ArchiveName = { tenantId, day, retentionClass, part }
  const keys = createArchiveKeys(context)
  const id = archiveId(keyring, name)
  const before = await registry.read(archives, tenantId, id)
  if (before) {
    const key = await keys.find(tenantId, before.doc.manifest.key_id)
    if (key && (await archive.verify(before.doc.manifest, key)).ok) return before.doc.manifest.events
  }

  const first = await context.logPartitions.readPartition(partition, tenantId, { limit: PAGE })
  if (first.events.length === 0) {
    // The events were erased meanwhile. A copy from an earlier attempt must not stay.
    await archive.remove(name)
    if (before) await registry.remove(archives, tenantId, id, before.version)
    return 0
  }
  const key = await keys.current(tenantId)
  const events = eventsOf(context, partition, tenantId, first)
  const manifest = await archive.put(name, key, events, { at: rfc3339(clock.now()) })
  const verdict = await archive.verify(manifest, key)
  if (!verdict.ok) throw new Error(`an archived object differs from what was written: ${verdict.fault}`)

  const doc: ArchiveDoc = {
    id,
    day,
    retention_class: retentionClass,
    part,
    state: 'staged',
    manifest,
    first_ms: manifest.first_event_time ?? 0,
    last_ms: manifest.last_event_time ?? 0,
    archived_at: null,
    restored_by: null,
  }
  const written = await registry.write(archives, tenantId, doc, { expect: before?.version ?? 'absent' })
  if (!written.ok) throw new Error('another process changed the record of an archived object')
  return manifest.events
}

async function* eventsOf(
  { logPartitions, proceed }: TierContext,
  partition: LogPartition,
  tenant: TenantId,
  first: Awaited<ReturnType<TierContext['logPartitions']['readPartition']>>,
): AsyncGenerator<readonly ArchivedEvent[]> {
  for (let page = first; ; ) {
    await proceed(page.events.length)
    yield page.events
    if (page.next === null) return
    page = await logPartitions.readPartition(partition, tenant, { limit: PAGE, after: page.next })
  }
}
