import { createHash } from 'node:crypto'
import { rfc3339, type TenantId } from '@wardline/kernel'
import type { ArchivedEvent, ArchiveKey, ArchiveManifest, Stored } from '@wardline/ports'
import { type ArchiveDoc, archives } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { createArchiveKeys } from './archive-keys.ts'
import { nameOf } from './archive-records.ts'
import { PAGE, type TierContext } from './context.ts'

/**
 * Rewrites an object without the subject's events. The new manifest refers to the previous one. A crash can happen
 * between writing the object and its record, so an object without such events is still checked for an outdated record.
 * @returns the number of events that were removed
 */
export async function eraseFromObject(
  context: TierContext,
  tenant: TenantId,
  { doc }: Stored<ArchiveDoc>,
  concerns: (event: ArchivedEvent) => boolean,
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

/** The digest that identifies a manifest in the chain of its object. */
const digest = (manifest: ArchiveManifest): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
