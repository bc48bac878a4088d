import { createHash } from 'node:crypto'
import { rfc3339, type TenantId, unseal } from '@wardline/kernel'
import { eventItem } from '@wardline/log-event'
import type { ArchivedEvent, ArchiveKey, ArchiveManifest, LogPartition, Stored, SubjectFilter } from '@wardline/ports'
import { type ArchiveDoc, archives, type ErasureSubject, type LogErasureDoc, logErasures } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { createArchiveKeys } from './archive-keys.ts'
import { archiveRecords, nameOf } from './archive-records.ts'
import { PAGE, type TierContext } from './context.ts'
import { takeOut } from './expire-events.ts'
import { isHeld } from './tenant-end.ts'
import { tierFact } from './tier-facts.ts'

const FILTER: Readonly<Record<ErasureSubject, keyof SubjectFilter>> = {
  user: 'users',
  ip: 'ips',
  host: 'hosts',
  asset_id: 'assetIds',
}

export const erasureContext = (tenant: TenantId, id: string): string => `log erasure ${tenant} ${id}`

/**
 * Removes the events of the subjects that a tenant wants to erase, from the index and from the archive. Waits while a
 * legal hold is active.
 */
export async function runErasures(
  context: TierContext,
  tenant: TenantId,
  partitions: readonly LogPartition[],
): Promise<void> {
  const { registry } = context
  const where = { state: { in: ['queued', 'running'] } }
  const open = await registry.list(logErasures, tenant, { where, limit: 100 })
  for (const { doc } of open) {
    if (await isHeld(registry, tenant)) return
    await erase(context, tenant, doc, partitions)
  }
}

async function erase(
  context: TierContext,
  tenant: TenantId,
  doc: LogErasureDoc,
  partitions: readonly LogPartition[],
): Promise<void> {
  const value = subjectOf(context, tenant, doc)
  await change(context, tenant, doc.id, () => ({ state: 'running' }))
  for (const partition of partitions) {
    await context.proceed()
    const removed = await takeOut(context, partition, tenant, { [FILTER[doc.subject_type]]: [value] })
    if (removed > 0)
      await change(context, tenant, doc.id, ({ searchable_removed }) => ({
        searchable_removed: searchable_removed + removed,
      }))
  }
  for await (const object of archiveRecords(context.registry, tenant, undefined, doc.after)) {
    await context.proceed()
    const removed = await eraseFromObject(context, tenant, object, doc.subject_type, value)
    const after = { day: object.doc.day, id: object.doc.id }
    await change(context, tenant, doc.id, current => ({
      after,
      archived_removed: current.archived_removed + removed,
      objects_rewritten: current.objects_rewritten + (removed > 0 ? 1 : 0),
    }))
  }
  await finish(context, tenant, doc.id)
}

const subjectOf = ({ keyring }: TierContext, tenant: TenantId, { id, sealed_value }: LogErasureDoc): string =>
  unseal(keyring.key(tenant, 'archive'), sealed_value ?? '', erasureContext(tenant, id)).toString()

/**
 * Rewrites an object without the subject's events. The new manifest refers to the previous one. A crash can happen
 * between writing the object and its record, so an object without such events is still checked for an outdated record.
 */
async function eraseFromObject(
  context: TierContext,
  tenant: TenantId,
  { doc }: Stored<ArchiveDoc>,
  subject: ErasureSubject,
  value: string,
): Promise<number> {
  const { archive } = context
  const name = nameOf(tenant, doc)
  const key = await createArchiveKeys(context).find(tenant, doc.manifest.key_id)
  if (!key || doc.state === 'expired') return 0
  const there = await archive.manifest(name)
  if (
    there &&
    there.sha256 !== doc.manifest.sha256 &&
    there.rewrites.at(-1)?.previous_manifest_sha256 === digest(doc.manifest)
  )
    return recordRewrite(context, tenant, doc, there, key)

  const concerns = (event: ArchivedEvent): boolean => isOf(tenant, event, subject, value)
  let removed = 0
  for await (const events of archive.read(name, key)) {
    await context.proceed(events.length)
    removed += events.filter(concerns).length
  }
  if (removed === 0) return 0
  const manifest = await archive.put(name, key, without(context, archive.read(name, key), concerns), {
    at: doc.manifest.created_at,
    rewrites: [
      ...doc.manifest.rewrites,
      {
        at: rfc3339(context.clock.now()),
        reason: 'erasure',
        removed,
        previous_manifest_sha256: digest(doc.manifest),
      },
    ],
  })
  return recordRewrite(context, tenant, doc, manifest, key)
}

async function recordRewrite(
  context: TierContext,
  tenant: TenantId,
  doc: ArchiveDoc,
  manifest: ArchiveManifest,
  key: ArchiveKey,
): Promise<number> {
  const verdict = await context.archive.verify(manifest, key)
  if (!verdict.ok) throw new Error(`an archived object differs from what was rewritten: ${verdict.fault}`)
  await context.archive.tidy(nameOf(tenant, doc))
  await update(context.registry, archives, tenant, doc.id, current =>
    current ? { doc: { ...current.doc, manifest } } : undefined,
  )
  return doc.manifest.events - manifest.events
}

async function* without(
  context: TierContext,
  events: AsyncIterable<readonly ArchivedEvent[]>,
  concerns: (event: ArchivedEvent) => boolean,
): AsyncGenerator<readonly ArchivedEvent[]> {
  for await (const frame of events)
    for (let from = 0; from < frame.length; from += PAGE) {
      const page = frame.slice(from, from + PAGE)
      await context.proceed(page.length)
      yield page.filter(event => !concerns(event))
    }
}

function isOf(tenant: TenantId, event: ArchivedEvent, subject: ErasureSubject, value: string): boolean {
  const { filters } = eventItem(tenant, event, { partitionDay: '', retentionClass: '' })
  return subject === 'asset_id'
    ? filters.assetId === value
    : (filters[`${subject}s`] as readonly string[]).includes(value)
}

/** The digest that identifies a manifest in the chain of its object. */
export const digest = (manifest: ArchiveManifest): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

async function finish(context: TierContext, tenant: TenantId, id: string): Promise<void> {
  const { registry, keyring, clock } = context
  await update(registry, logErasures, tenant, id, current => {
    if (!current || current.doc.state === 'done') return undefined
    const { searchable_removed, archived_removed, objects_rewritten } = current.doc
    const fact = tierFact(keyring, tenant, clock.now(), {
      type: 'retention_move',
      subject: { type: 'log_erasure', id },
      summary: 'The log events of one subject were removed from every tier.',
      details: { to: 'erased', searchable_removed, archived_removed, objects_rewritten },
      once: ['erased', id],
    })
    const doc: LogErasureDoc = { ...current.doc, state: 'done', sealed_value: null, finished_at: rfc3339(clock.now()) }
    return { doc, emit: [fact] }
  })
}

const change = (
  { registry }: TierContext,
  tenant: TenantId,
  id: string,
  changed: (doc: LogErasureDoc) => Partial<LogErasureDoc>,
): Promise<unknown> =>
  update(registry, logErasures, tenant, id, current =>
    current ? { doc: { ...current.doc, ...changed(current.doc) } } : undefined,
  )
