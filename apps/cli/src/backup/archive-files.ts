import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from './files.ts'
import type { Keeping } from './keeping.ts'
import type { BackupFile } from './manifest.ts'

/** The archive's files in the backup, by their paths there. */
export type Archived = Map<string, BackupFile>

const isManifest = (file: string): boolean => file.endsWith('.json')

/**
 * Puts the archive into a backup. Its objects are never changed in place, so they can be shared. When an erasure rewrites
 * an object, its manifest is replaced by a new file.
 */
export async function linkArchive(
  keeping: Keeping,
  archiveDir: string,
  partial: string,
  done: Archived,
): Promise<void> {
  for await (const file of filesBelow(archiveDir))
    if (!file.endsWith('.tmp')) await linkInto(keeping, archiveDir, partial, file, done)
}

/**
 * Brings the linked archive to the instant of the databases, in milliseconds since the epoch. Objects written up to then
 * are added, later ones are left out, and those removed since {@link linkArchive} are dropped: their removal is repeated if
 * the databases do not know about it. As after a crash, the archive may be a step ahead of the databases, but never behind.
 */
export async function catchUpArchive(
  keeping: Keeping,
  archiveDir: string,
  partial: string,
  done: Archived,
  cut: number,
): Promise<void> {
  const present = new Set<string>()
  for await (const file of filesBelow(archiveDir)) {
    present.add(file)
    if (file.endsWith('.tmp')) continue
    const [from, path] = [join(archiveDir, file), `archive/${file}`]
    const now = await stat(from).catch(unlessGone)
    if (now === undefined || now.mtimeMs > cut) continue
    const linked = done.has(path) ? await stat(join(partial, keeping.nameOf(path))) : undefined
    const same = linked && ((linked.ino === now.ino && linked.dev === now.dev) || linked.mtimeMs >= now.mtimeMs)
    if (!same) await linkInto(keeping, archiveDir, partial, file, done)
  }
  for (const path of [...done.keys()].filter(isManifest))
    if (!present.has(path.slice('archive/'.length)))
      await leaveOut(keeping, partial, path.slice(0, -'json'.length), done)
}

async function linkInto(
  keeping: Keeping,
  archiveDir: string,
  partial: string,
  file: string,
  done: Archived,
): Promise<void> {
  const path = `archive/${file}`
  try {
    done.set(path, await keeping.share(join(archiveDir, file), partial, path))
  } catch (error) {
    unlessGone(error as NodeJS.ErrnoException)
    done.delete(path)
  }
}

/** An object with all its files. */
async function leaveOut(keeping: Keeping, partial: string, stem: string, done: Archived): Promise<void> {
  for (const path of [...done.keys()].filter(p => p.startsWith(stem))) {
    await rm(join(partial, keeping.nameOf(path)), { force: true })
    done.delete(path)
  }
}

/** It was removed after the listing, because it had expired. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
