import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ArchiveKey,
  type ArchiveManifest,
  type ArchiveName,
  ArchiveUnreadable,
  type ArchiveVerdict,
} from '@wardline/ports'
import { createIdHashes, idHash } from './event-ids.ts'
import { manifestText, readManifest } from './manifest-file.ts'
import { idsFile, manifestFile, objectFile } from './object-path.ts'
import { digestOf, readObject } from './read-object.ts'

/** Compares everything stored with the manifest; it detects a single changed bit. */
export async function verifyObject(
  folder: string,
  expected: ArchiveManifest,
  key: ArchiveKey | undefined,
): Promise<ArchiveVerdict> {
  const name: ArchiveName = {
    tenantId: expected.tenant_id,
    day: expected.day,
    retentionClass: expected.retention_class,
    part: expected.part,
  }
  try {
    const there = await readManifest(join(folder, manifestFile(name)))
    if (!there) return { ok: false, fault: 'manifest_missing' }
    if (manifestText(there) !== manifestText(expected)) return { ok: false, fault: 'manifest_altered' }
    const object = join(folder, objectFile(name, expected.sha256))
    if ((await digestOf(object)) !== expected.sha256) return { ok: false, fault: 'digest_mismatch' }
    if (!key) return { ok: true }
    const hashes = createIdHashes()
    for await (const events of readObject(object, name, key))
      for (const event of events) hashes.add(idHash(name.tenantId, String(event.event_id)))
    if (hashes.count !== expected.events) return { ok: false, fault: 'count_mismatch' }
    const ids = await readFile(join(folder, idsFile(name, expected.sha256))).catch(() => undefined)
    if (!ids?.equals(hashes.bytes())) return { ok: false, fault: 'ids_mismatch' }
    return { ok: true }
  } catch (error) {
    if (error instanceof ArchiveUnreadable) return { ok: false, fault: error.fault }
    throw error
  }
}
