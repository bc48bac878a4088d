import { PLATFORM_TENANT, rfc3339, type TenantId, unseal } from '@wardline/kernel'
import {
  type ErasureOrderDoc,
  erasureOrders,
  erasureParts,
  type KeptTopic,
  type LogErasureDoc,
  logErasures,
} from '@wardline/registries'
import { allDocuments, erasureContext, PIPELINE_GROUPS, removeStored, update } from '@wardline/service-kit'
import type { TierContext } from './context.ts'
import { eraseStored } from './erase-stored.ts'
import { type StoredErasure, storedErasure } from './stored-erasure.ts'
import { isHeld } from './tenant-end.ts'
import { tierFact } from './tier-facts.ts'

/**
 * How often everything on the bus has to be read before the last pass: a raw log becomes an event, a match, a detection
 * and an alert, each one read from another topic.
 */
const ROUNDS = 4

/**
 * The erasures of a tenant (docs/retention.md#erasure). Each one is a saga, and every step of it may be repeated:
 * a pass over all stores; then everything that was on the way is let through; a second pass, after which nobody needs
 * to know the subject any more; and then it waits for what cannot be rewritten. A legal hold stops the passes.
 * @returns whether one of them has something to do in the next run
 */
export async function runErasures(context: TierContext, tenant: TenantId): Promise<boolean> {
  const { registry } = context
  const where = { state: { in: ['queued', 'running'] } }
  let again = false
  for (const { doc } of await registry.list(logErasures, tenant, { where, limit: 1000 })) {
    if (await isHeld(registry, tenant)) return false
    again = (await proceed(context, tenant, doc)) || again
  }
  return again
}

/** @returns whether it is still running */
async function proceed(context: TierContext, tenant: TenantId, known: LogErasureDoc): Promise<boolean> {
  const erasure = storedErasure(context, tenant, known.id)
  const pass = known.pass ?? 1
  const doc = await erasure.change(() => ({ state: 'running', pass }))
  await order(context, tenant, doc, pass)
  if ((doc.stored_pass ?? 0) < pass) {
    if (!(await eraseStored(context, tenant, doc, subjectOf(context, tenant, doc), erasure))) return true
    await erasure.change(() => ({ stored_pass: pass, after: null }))
  }
  const records = await recordsOf(context, doc.id, pass)
  if (!records) return true
  const counted = await erasure.change(() => ({ records }))
  if (pass === 1) {
    if (!(await isDrained(context, counted, erasure))) return true
    return proceed(context, tenant, await erasure.change(() => ({ pass: 2 })))
  }
  await context.proceed()
  await context.registry.purge()
  await finishRemoval(context, tenant, doc.id)
  return false
}

/** Tells the other services to take part. */
async function order({ registry }: TierContext, tenant: TenantId, doc: LogErasureDoc, pass: number): Promise<void> {
  const { id, subject_type, requested_at } = doc
  const sealed_value = doc.sealed_value ?? ''
  const ordered: ErasureOrderDoc = { id, tenant_id: tenant, subject_type, sealed_value, requested_at, pass }
  await update(registry, erasureOrders, PLATFORM_TENANT, id, current =>
    current?.doc.pass === pass ? undefined : { doc: ordered },
  )
}

/** What the other services have changed; undefined while one of them is not through with the pass. */
async function recordsOf(
  { registry }: TierContext,
  id: string,
  pass: number,
): Promise<Readonly<Record<string, number>> | undefined> {
  const sum: Record<string, number> = {}
  for (const collection of Object.values(erasureParts)) {
    const part = (await registry.read(collection, PLATFORM_TENANT, id))?.doc
    if (!part || part.pass < pass || part.state !== 'done') return undefined
    for (const [name, n] of Object.entries(part.changed)) sum[name] = (sum[name] ?? 0) + n
  }
  return sum
}

/** Whether everything that was on its way when the erasure was requested has arrived where the last pass will find it. */
async function isDrained(
  { bus, clock, settings }: TierContext,
  doc: LogErasureDoc,
  erasure: StoredErasure,
): Promise<boolean> {
  // A batch that was received before the request may still be on its way to the bus.
  if (clock.now() < Date.parse(doc.requested_at) + settings.settleMs) return false
  for (let rounds = doc.rounds ?? 0, known = doc.drain; rounds < ROUNDS; rounds++, known = null) {
    const drain = known ?? (await bus.topicEnds())
    const done = rounds
    await erasure.change(() => ({ drain, rounds: done }))
    if ((await bus.topicsUnread(drain, PIPELINE_GROUPS)).length > 0) return false
  }
  await erasure.change(() => ({ drain: null, rounds: ROUNDS }))
  return true
}

/** Everything that can be changed was changed: from here on nobody knows the subject. */
async function finishRemoval(context: TierContext, tenant: TenantId, id: string): Promise<void> {
  const { registry, bus, clock, keyring, settings } = context
  const ends = await bus.topicEnds()
  const kept = await bus.topicsKept(ends)
  await update(registry, logErasures, tenant, id, current => {
    if (current?.doc.state !== 'running') return undefined
    const { searchable_removed, archived_removed, objects_rewritten, records = {} } = current.doc
    const fact = tierFact(keyring, tenant, clock.now(), {
      type: 'retention_move',
      subject: { type: 'log_erasure', id },
      summary: 'The log events of one subject were removed from every tier.',
      details: { to: 'erased', searchable_removed, archived_removed, objects_rewritten, ...records },
      once: ['erased', id],
    })
    const topics = ends.filter(({ topic }) => kept.includes(topic))
    const topicsUntil = Math.max(clock.now(), ...topics.map(({ keptUntil }) => keptUntil))
    const doc: LogErasureDoc = {
      ...current.doc,
      state: 'waiting_for_retention',
      sealed_value: null,
      removed_at: rfc3339(clock.now()),
      topics,
      topics_clean_at: null,
      backups_until: rfc3339(topicsUntil + settings.backupsKeptMs),
    }
    return { doc, emit: [fact] }
  })
  await removeStored(registry, erasureOrders, PLATFORM_TENANT, id)
}

/** Ends the erasures of a tenant that only wait for what cannot be rewritten: topics, then the backups made until then. */
export async function endErasures(context: TierContext, tenant: TenantId): Promise<void> {
  const query = { where: { state: 'waiting_for_retention' }, order: { by: 'requested_at', direction: 'asc' } } as const
  for await (const { doc } of allDocuments(context.registry, logErasures, tenant, query)) {
    await context.proceed()
    await awaitRetention(context, tenant, doc)
  }
}

async function awaitRetention(context: TierContext, tenant: TenantId, doc: LogErasureDoc): Promise<void> {
  const { clock, settings, registry } = context
  const erasure = storedErasure(context, tenant, doc.id)
  let backupsUntil = doc.backups_until
  if (!doc.topics_clean_at) {
    // A crash may have left the order after the removal was over.
    await removeStored(registry, erasureOrders, PLATFORM_TENANT, doc.id)
    const topics = await stillKept(context, doc.topics ?? [])
    if (topics.length !== (doc.topics ?? []).length) await erasure.change(() => ({ topics }))
    if (topics.length > 0) return
    const now = clock.now()
    const until = rfc3339(now + settings.backupsKeptMs)
    await erasure.change(() => ({ topics_clean_at: rfc3339(now), backups_until: until }))
    backupsUntil = until
  }
  if (clock.now() < Date.parse(backupsUntil ?? '')) return
  await erasure.change(() => ({ state: 'done', finished_at: rfc3339(clock.now()) }))
}

/** The time says when it is worth asking; the bus says whether the events are gone. */
async function stillKept({ bus, clock }: TierContext, topics: readonly KeptTopic[]): Promise<readonly KeptTopic[]> {
  const due = topics.filter(({ keptUntil }) => clock.now() >= keptUntil)
  if (due.length === 0) return topics
  const kept = new Set(await bus.topicsKept(due))
  return topics.filter(t => !due.includes(t) || kept.has(t.topic))
}

const subjectOf = ({ keyring }: TierContext, tenant: TenantId, { id, sealed_value }: LogErasureDoc): string =>
  unseal(keyring.key(tenant, 'archive'), sealed_value ?? '', erasureContext(tenant, id)).toString()
