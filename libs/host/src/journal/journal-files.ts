import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Clock, DAY_MS, rfc3339, setting } from '@wardline/kernel'

/** Settings of the revocation journal (docs/backup.md). */
export const JOURNAL_SETTINGS = {
  /** Separate from the data folder and its backups, and on another disk if there is one. */
  WARDLINE_REVOCATION_JOURNAL_DIR: setting.optionalText(),
  /** How long it is kept: longer than any backup that somebody would restore. */
  WARDLINE_REVOCATION_JOURNAL_DAYS: setting.integer({ fallback: 400, min: 1, max: 36_500 }),
}

const ENDING = '.revocations'

/** The files of a journal, oldest first. Empty if the folder does not exist. */
export function journalFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith(ENDING))
      .sort()
      .map(name => join(folder, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A name that no other process uses, even one that shares the folder. */
export const newJournalFile = (folder: string, clock: Clock): string =>
  join(folder, `${rfc3339(clock.now()).replace(/[:.]/g, '')}.${randomBytes(6).toString('hex')}${ENDING}`)

/** Makes the names of its files durable: without it a power cut may undo the creation of a file. */
export async function syncNames(folder: string): Promise<void> {
  const names = await open(folder, 'r')
  try {
    await names.sync()
  } finally {
    await names.close()
  }
}

/** Removes files that have not been written to for this long. */
export function forgetOldFiles(folder: string, clock: Clock, days: number): void {
  for (const file of journalFiles(folder))
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < clock.now() - days * DAY_MS)
      rmSync(file, { force: true })
}

/**
 * Location of the journal of a data folder: where a setting says, else where it has been so far (also for a folder that
 * was restored or moved), else next to the folder, else (if nothing can be written there) inside it. @param noted where
 * it has been so far
 */
export function journalFolderOf(
  dataDir: string,
  given: string | undefined,
  noted?: string,
): { readonly path: string; readonly apart: boolean } {
  const own = resolve(dataDir)
  const before = noted !== undefined && existsSync(noted) ? [resolve(noted)] : []
  const places = given === undefined ? [...before, `${own}-revocations`, join(own, 'revocations')] : [resolve(given)]
  let cause: unknown
  for (const path of places)
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      accessSync(path, constants.W_OK)
      return { path, apart: !path.startsWith(`${own}/`) }
    } catch (error) {
      cause = error
    }
  throw new Error(`the revocation journal cannot be written: ${places.join(', ')}`, { cause })
}
