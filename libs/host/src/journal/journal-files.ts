import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Clock, DAY_MS, rfc3339, setting } from '@wardline/kernel'

/** Settings of the revocation journal (docs/backup.md). */
export const JOURNAL_SETTINGS = {
  /** Apart from the data folder and its backups, and on another disk where there is one. */
  WARDLINE_REVOCATION_JOURNAL_DIR: setting.optionalText(),
  /** How long it is kept: longer than any backup that one would restore. */
  WARDLINE_REVOCATION_JOURNAL_DAYS: setting.integer({ fallback: 400, min: 1, max: 36_500 }),
}

const ENDING = '.revocations'

/** The files of a journal, oldest first. None where there is no such folder. */
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

/** A name that no other process uses, also one that shares the folder. */
export const newJournalFile = (folder: string, clock: Clock): string =>
  join(folder, `${rfc3339(clock.now()).replace(/[:.]/g, '')}.${randomBytes(6).toString('hex')}${ENDING}`)

/** Removes files that nothing was written to for so long. */
export function forgetOldFiles(folder: string, clock: Clock, days: number): void {
  for (const file of journalFiles(folder))
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < clock.now() - days * DAY_MS)
      rmSync(file, { force: true })
}

/**
 * Where the journal of a data folder lies: where a setting says, else where it has lain so far (of a folder that was restored or moved, too),
 * else beside the folder, else (nothing may be written there) in it. @param noted where it has lain
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
