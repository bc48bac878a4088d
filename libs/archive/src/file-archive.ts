import { randomBytes } from 'node:crypto'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isFullDisk, type TenantId } from '@wardline/kernel'
import { type Archive, type ArchiveManifest, type ArchiveName, ArchiveUnreadable } from '@wardline/ports'
import { type DurableFiles, durableFiles } from './durable-files.ts'
import { holdsHash, idHash } from './event-ids.ts'
import { manifestText, readManifest } from './manifest-file.ts'
import { folderOf, idsFile, manifestFile, nameOfManifest, objectFile, stemOf } from './object-path.ts'
import { readObject } from './read-object.ts'
import { verifyObject } from './verify-object.ts'
import { writeObject } from './write-object.ts'

/**
 * The archive in a folder, which any number of processes may share. An object and the list of its ids are written under
 * names derived from their contents. They become the object when the manifest is renamed into place.
 */
export function createFileArchive(root: string, files: DurableFiles = durableFiles): Archive {
  const pathOf = (name: ArchiveName, file: string): string => join(folderOf(root, name), file)

  /** Writes a small file under its final name, completely or not at all. */
  async function place(path: string, contents: Buffer | string): Promise<void> {
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
    const file = await files.create(temporary)
    try {
      await file.writeFile(contents)
      await files.finish(file)
    } catch (error) {
      await file.close().catch(() => undefined)
      await removeUnfinished(error, temporary)
      throw error
    }
    await files.rename(temporary, path)
  }

  /** On a full disk, half a file would keep the room that is missing. */
  async function removeUnfinished(error: unknown, path: string): Promise<void> {
    if (isFullDisk(error)) await files.remove([path])
  }

  const manifestOf = (name: ArchiveName): Promise<ArchiveManifest | undefined> =>
    readManifest(pathOf(name, manifestFile(name)))

  /** Every file of that name except these. */
  async function removeOthers(name: ArchiveName, keep: readonly string[]): Promise<void> {
    const stem = `${stemOf(name)}.`
    const others = (await listFolder(folderOf(root, name))).filter(f => f.startsWith(stem) && !keep.includes(f))
    if (others.length > 0) await files.remove(others.map(file => pathOf(name, file)))
  }

  async function tidy(name: ArchiveName): Promise<void> {
    const manifest = await manifestOf(name)
    const { sha256 } = manifest ?? {}
    const current = sha256 === undefined ? [] : [objectFile(name, sha256), idsFile(name, sha256)]
    await removeOthers(name, [...(manifest ? [manifestFile(name)] : []), ...current])
  }

  return {
    async put(name, key, events, { at, rewrites = [] }) {
      await files.makeFolder(folderOf(root, name))
      const temporary = pathOf(name, `${stemOf(name)}.${randomBytes(6).toString('hex')}.tmp`)
      const written = await writeObject(files, temporary, name, key, events).catch(async error => {
        await removeUnfinished(error, temporary)
        throw error
      })
      const { sha256 } = written
      await files.rename(temporary, pathOf(name, objectFile(name, sha256)))
      await place(pathOf(name, idsFile(name, sha256)), written.ids.bytes())
      const manifest: ArchiveManifest = {
        format_version: 1,
        tenant_id: name.tenantId,
        day: name.day,
        retention_class: name.retentionClass,
        part: name.part,
        key_id: key.id,
        events: written.ids.count,
        raw_bytes: written.rawBytes,
        bytes: written.bytes,
        sha256,
        first_event_time: written.firstEventTime,
        last_event_time: written.lastEventTime,
        created_at: at,
        rewrites,
      }
      await place(pathOf(name, manifestFile(name)), manifestText(manifest))
      await tidy(name)
      return manifest
    },
    manifest: manifestOf,
    verify: (expected, key) => verifyObject(folderOf(root, nameIn(expected)), expected, key),
    async *read(name, key) {
      const manifest = await manifestOf(name)
      if (!manifest) throw new ArchiveUnreadable('manifest_missing')
      yield* readObject(pathOf(name, objectFile(name, manifest.sha256)), name, key)
    },
    async holds(tenant, eventId) {
      const wanted = idHash(tenant, eventId)
      const years = (await listFolder(join(root, tenant))).reverse()
      for (const year of years)
        for (const file of (await listFolder(join(root, tenant, year))).reverse())
          if (file.endsWith('.ids') && (await fileHolds(join(root, tenant, year, file), wanted))) return true
      return false
    },
    async *list(tenant) {
      for (const year of await listFolder(join(root, tenant)))
        for (const file of await listFolder(join(root, tenant, year))) {
          const name = nameOfManifest(tenant, file)
          if (name) yield name
        }
    },
    async remove(name) {
      // The manifest first, which makes it an object: a crash in between leaves files that nothing names.
      await files.remove([pathOf(name, manifestFile(name))])
      await removeOthers(name, [])
    },
    tidy,
  }
}

export const nameIn = (m: ArchiveManifest): ArchiveName => ({
  tenantId: m.tenant_id as TenantId,
  day: m.day,
  retentionClass: m.retention_class,
  part: m.part,
})

/** In order; empty if the folder does not exist. */
async function listFolder(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A file that disappears meanwhile contains nothing. */
async function fileHolds(path: string, wanted: bigint): Promise<boolean> {
  try {
    const file = await open(path, 'r')
    try {
      return await holdsHash(file, wanted)
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
