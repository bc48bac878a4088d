import type { TenantId } from '@wardline/kernel'
import { eventItem } from '@wardline/log-event'
import type { ArchivedEvent, LogPartition, SubjectFilter } from '@wardline/ports'
import type { ErasureSubject, LogErasureDoc } from '@wardline/registries'
import { noteTaken } from '../ledger/note-taken.ts'
import { archiveRecords } from './archive-records.ts'
import { PAGE, type TierContext } from './context.ts'
import { eraseFromObject } from './erase-archived.ts'
import type { StoredErasure } from './stored-erasure.ts'

const FILTER: Readonly<Record<ErasureSubject, keyof SubjectFilter>> = {
  user: 'users',
  ip: 'ips',
  host: 'hosts',
  asset_id: 'assetIds',
}

/**
 * One pass over the index and the archive: removes the events of the subject that were received until the erasure was
 * requested. Every page is a step of its own, and a pass that was interrupted goes on.
 * @returns false when the pass has to be repeated, because an engine could not let go of something yet
 */
export async function eraseStored(
  context: TierContext,
  tenant: TenantId,
  doc: LogErasureDoc,
  value: string,
  erasure: StoredErasure,
): Promise<boolean> {
  const until = Date.parse(doc.requested_at)
  const isOld = (event: ArchivedEvent): boolean => !(Date.parse(String(event.ingested_at)) > until)
  const partitions = await context.logPartitions.partitions()
  for (const partition of partitions) {
    await context.proceed()
    await eraseFromPartition(context, tenant, partition, { [FILTER[doc.subject_type]]: [value] }, isOld, erasure)
  }
  const purged = await purge(context, partitions, erasure)

  const concerns = (event: ArchivedEvent): boolean => isOld(event) && isOf(tenant, event, doc.subject_type, value)
  // Later passes look at what has come into the archive since: what was in it has been looked at.
  const isDone = (manifest: { readonly created_at: string }): boolean =>
    (doc.stored_pass ?? 0) > 0 && Date.parse(manifest.created_at) < until
  for await (const object of archiveRecords(context.registry, tenant, undefined, doc.after)) {
    if (isDone(object.doc.manifest)) continue
    await context.proceed()
    const removed = await eraseFromObject(context, tenant, object, concerns)
    await erasure.change(current => ({
      after: { day: object.doc.day, id: object.doc.id },
      archived_removed: current.archived_removed + removed,
      objects_rewritten: current.objects_rewritten + (removed > 0 ? 1 : 0),
    }))
  }
  return purged
}

async function eraseFromPartition(
  context: TierContext,
  tenant: TenantId,
  partition: LogPartition,
  of: SubjectFilter,
  isOld: (event: ArchivedEvent) => boolean,
  erasure: StoredErasure,
): Promise<void> {
  const place = { partitionDay: partition.day, retentionClass: partition.retentionClass }
  for (let after: string | null | undefined; after !== null; ) {
    const page = await context.logPartitions.readPartition(partition, tenant, {
      limit: PAGE,
      of,
      ...(after === undefined ? {} : { after }),
    })
    after = page.next
    const events = page.events.filter(isOld)
    if (events.length === 0) continue
    await context.proceed(events.length)
    // Noted before: if the process dies after erasing, the partition is still purged.
    await erasure.change(({ to_purge = [] }) =>
      to_purge.includes(partition.id) ? {} : { to_purge: [...to_purge, partition.id] },
    )
    await noteTaken(context, tenant, events)
    const items = events.map(event => eventItem(tenant, event, place))
    const removed = await context.logPartitions.erase(partition, items)
    await erasure.change(({ searchable_removed }) => ({ searchable_removed: searchable_removed + removed }))
  }
}

/**
 * Overwrites what the index still has of erased events, partition by partition. @returns whether all of it is gone: an
 * engine may have to wait a while
 */
async function purge(
  context: TierContext,
  partitions: readonly LogPartition[],
  erasure: StoredErasure,
): Promise<boolean> {
  let { to_purge = [] } = await erasure.read()
  for (const id of to_purge) {
    await context.proceed()
    const partition = partitions.find(p => p.id === id)
    if (partition && !(await context.logPartitions.purge(partition))) continue
    const changed = await erasure.change(doc => ({ to_purge: (doc.to_purge ?? []).filter(other => other !== id) }))
    to_purge = changed.to_purge ?? []
  }
  return to_purge.length === 0
}

function isOf(tenant: TenantId, event: ArchivedEvent, subject: ErasureSubject, value: string): boolean {
  const { filters } = eventItem(tenant, event, { partitionDay: '', retentionClass: '' })
  return subject === 'asset_id'
    ? filters.assetId === value
    : (filters[`${subject}s`] as readonly string[]).includes(value)
}
