import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow, linkFile } from './files.ts'
import type { BackupFile } from './manifest.ts'

/** Files of the archive that are in the backup, by their path there. */
export type Archived = Map<string, BackupFile>

const isManifest = (file: string): boolean => file.endsWith('.json')

/**
 * Links the archive into a backup. Its objects are never changed in place, so they may be shared; a manifest is replaced by another file when
 * an erasure has rewritten its object.
 */
export async function linkArchive(archiveDir: string, partial: string, done: Archived): Promise<void> {
  for await (const file of filesBelow(archiveDir))
    if (!file.endsWith('.tmp')) await linkInto(archiveDir, partial, file, done)
}

/**
 * Brings the linked archive to the instant that the databases show, in milliseconds since the epoch: what was written between the two is
 * added, what was written later is left out, and what was removed since {@link linkArchive} goes, for its removal is done again if the
 * databases do not know of it. As after a crash the archive may be a step ahead of the databases, and is never behind.
 */
export async function catchUpArchive(archiveDir: string, partial: string, done: Archived, cut: number): Promise<void> {
  const present = new Set<string>()
  for await (const file of filesBelow(archiveDir)) {
    present.add(file)
    if (file.endsWith('.tmp')) continue
    const [from, path] = [join(archiveDir, file), `archive/${file}`]
    const now = await stat(from).catch(unlessGone)
    if (now === undefined || now.mtimeMs > cut) continue
    const linked = done.has(path) ? await stat(join(partial, path)) : undefined
    const same = linked && ((linked.ino === now.ino && linked.dev === now.dev) || linked.mtimeMs >= now.mtimeMs)
    if (!same) await linkInto(archiveDir, partial, file, done)
  }
  for (const path of [...done.keys()].filter(isManifest))
    if (!present.has(path.slice('archive/'.length))) await leaveOut(partial, path.slice(0, -'json'.length), done)
}

async function linkInto(archiveDir: string, partial: string, file: string, done: Archived): Promise<void> {
  const path = `archive/${file}`
  const to = join(partial, path)
  await rm(to, { force: true })
  try {
    done.set(path, { path, ...(await linkFile(join(archiveDir, file), to)) })
  } catch (error) {
    unlessGone(error as NodeJS.ErrnoException)
    done.delete(path)
  }
}

/** An object with everything that belongs to it. */
async function leaveOut(partial: string, stem: string, done: Archived): Promise<void> {
  for (const path of [...done.keys()].filter(p => p.startsWith(stem))) {
    await rm(join(partial, path), { force: true })
    done.delete(path)
  }
}

/** Removed since it was listed: its time was up. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
