import { rfc3339, type TenantId } from '@wardline/kernel'
import { eventItem, putEvents } from '@wardline/log-event'
import {
  type ArchiveKey,
  ArchiveUnreadable,
  isRestoredClass,
  type LogPartition,
  restoredClass,
  type Stored,
} from '@wardline/ports'
import { type ArchiveDoc, type ArchiveRestoreDoc, archiveRestores, archives } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { createArchiveKeys } from './archive-keys.ts'
import { archiveRecords, nameOf } from './archive-records.ts'
import { PAGE, type TierContext } from './context.ts'

const MAX_DAMAGED = 100
const STATES = ['queued', 'loading', 'ready'] as const

/** The retention class of the partitions that a restore creates. */
export const classOfRestore = (restoreId: string): string => restoredClass(restoreId.slice('rst_'.length))

/**
 * Loads what a tenant wants restored, and drops restores whose time is up.
 * @returns whether any restored events are still searchable.
 */
export async function runRestores(
  context: TierContext,
  tenant: TenantId,
  partitions: readonly LogPartition[],
): Promise<boolean> {
  const { registry, clock } = context
  let waiting = false
  const active = await registry.list(archiveRestores, tenant, { where: { state: { in: [...STATES] } }, limit: 100 })
  for (const stored of active) {
    await context.proceed()
    const over = stored.doc.state === 'ready' && (stored.doc.expires_at ?? 0) <= clock.now()
    waiting ||= !over
    if (over) await end(context, tenant, stored, partitions)
    else if (stored.doc.state !== 'ready') await load(context, tenant, stored)
  }
  return waiting
}

/** Every put can be repeated, so an interrupted load starts again from the beginning. */
async function load(context: TierContext, tenant: TenantId, { doc }: Stored<ArchiveRestoreDoc>): Promise<void> {
  const { registry, clock } = context
  await change(context, tenant, doc.id, { state: 'loading' })
  const keys = createArchiveKeys(context)
  const damaged: string[] = []
  let [objects, events] = [0, 0]
  const within = { state: 'archived', day: { gte: doc.from, lt: `${doc.to}~` } }
  for await (const { doc: object } of archiveRecords(registry, tenant, within)) {
    const key = await keys.find(tenant, object.manifest.key_id)
    try {
      events += await loadObject(context, tenant, object, key, doc.id)
      objects++
      await update(registry, archives, tenant, object.id, current =>
        current?.doc.state === 'archived' ? { doc: { ...current.doc, restored_by: doc.id } } : undefined,
      )
    } catch (error) {
      if (!(error instanceof ArchiveUnreadable)) throw error
      if (damaged.length < MAX_DAMAGED) damaged.push(object.id)
    }
    await change(context, tenant, doc.id, { objects, events, damaged })
  }
  const now = clock.now()
  await change(context, tenant, doc.id, {
    state: 'ready',
    objects,
    events,
    damaged,
    ready_at: rfc3339(now),
    expires_at: now + doc.searchable_seconds * 1000,
  })
}

async function loadObject(
  context: TierContext,
  tenant: TenantId,
  object: ArchiveDoc,
  key: ArchiveKey | undefined,
  restoreId: string,
): Promise<number> {
  if (!key) throw new ArchiveUnreadable('undecryptable')
  const place = { partitionDay: object.day, retentionClass: classOfRestore(restoreId) }
  let events = 0
  for await (const frame of context.archive.read(nameOf(tenant, object), key)) {
    for (let from = 0; from < frame.length; from += PAGE) {
      const page = frame.slice(from, from + PAGE)
      await context.proceed(page.length)
      await putEvents(
        context.logWriter,
        page.map(event => eventItem(tenant, event, place)),
      )
      events += page.length
    }
  }
  return events
}

/** Removes the events from the index first, so an expired restore has left nothing there. */
async function end(
  context: TierContext,
  tenant: TenantId,
  { doc }: Stored<ArchiveRestoreDoc>,
  partitions: readonly LogPartition[],
): Promise<void> {
  const mine = classOfRestore(doc.id)
  const within = { day: { gte: doc.from, lt: `${doc.to}~` } }
  for await (const { doc: object } of archiveRecords(context.registry, tenant, within))
    await update(context.registry, archives, tenant, object.id, current =>
      current?.doc.restored_by === doc.id ? { doc: { ...current.doc, restored_by: null } } : undefined,
    )
  for (const partition of partitions)
    if (isRestoredClass(partition.retentionClass) && partition.retentionClass === mine)
      await context.logPartitions.drop(partition)
  await change(context, tenant, doc.id, { state: 'expired' })
}

const change = (
  { registry }: TierContext,
  tenant: TenantId,
  id: string,
  changed: Partial<ArchiveRestoreDoc>,
): Promise<unknown> =>
  update(registry, archiveRestores, tenant, id, current => {
    // A restore that was ended meanwhile stays ended.
    if (!current) return undefined
    return { doc: { ...current.doc, ...changed } }
  })
