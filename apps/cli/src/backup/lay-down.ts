import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { FOLDER_FORMAT, syncFolder } from '@wardline/engines-embedded'
import { RESTORED_MARKER, type RestoredMarker } from '@wardline/host'
import { rfc3339, systemClock } from '@wardline/kernel'
import { CommandFailed } from '../output.ts'
import { Damaged } from './age.ts'
import { counted, syncFolders, writeFile } from './files.ts'
import { readFiles, readHeader } from './manifest.ts'
import { type BackupFolder, openBackup } from './open-backup.ts'

export interface LayDownOptions {
  readonly from: string
  /** Must not exist yet, or be empty. */
  readonly dataDir: string
  /** Where to put the archive; undefined if it already exists. */
  readonly archiveDir: string | undefined
  /** Further places of the revocation journal, in addition to the one recorded in the data folder. */
  readonly journals: readonly string[]
  /** The text of an identity file, for an encrypted backup. */
  readonly identity?: string | undefined
}

/**
 * Makes a data folder from a backup. Every byte is checked against the manifest; the folder gets its name only when all of
 * it is on disk. Its first start repeats everything that was revoked or spent since the backup.
 * @throws CommandFailed, and then nothing was changed.
 */
export async function layDown(
  options: LayDownOptions,
): Promise<{ readonly backup_taken_at: string; readonly files: number }> {
  const { from, dataDir, archiveDir, journals } = options
  const backup = openBackup(from, options.identity)
  const header = await readHeader(backup)
  if (header.data_format > FOLDER_FORMAT)
    throw new CommandFailed('the backup was made by a newer release: restore it with that release')
  if (archiveDir !== undefined && header.archive === 'left out')
    throw new CommandFailed('the backup has no archive: use --no-archive, and restore the archive separately')
  const inside = archiveDir !== undefined && resolve(archiveDir) === resolve(dataDir, 'archive')
  const places = [dataDir, ...(archiveDir === undefined || inside ? [] : [archiveDir])]
  for (const place of places) requireEmpty(place)

  const fresh = (place: string): string => `${resolve(place)}.${suffix}.restoring`
  const suffix = randomBytes(6).toString('hex')
  const archiveTo = archiveDir === undefined ? undefined : inside ? join(fresh(dataDir), 'archive') : fresh(archiveDir)
  try {
    for (const place of places) await mkdir(fresh(place), { recursive: true, mode: 0o700 })
    let files = 0
    for await (const file of readFiles(backup)) {
      const [root, ...below] = file.path.split('/')
      const to = root === 'data' ? fresh(dataDir) : archiveTo
      if (to === undefined) continue
      if ((await layFile(backup, file.path, join(to, ...below))) !== file.sha256)
        throw new CommandFailed(`${backup.nameOf(file.path)} differs from the file that was backed up`)
      files++
    }
    await mark(fresh(dataDir), {
      backup_taken_at: header.taken_at,
      restored_at: rfc3339(systemClock.now()),
      journals: journals.map(journal => resolve(journal)),
    })
    // The archive first: a data folder that exists is complete.
    for (const place of places.reverse()) {
      await syncFolders(fresh(place))
      if (existsSync(place)) await rmdir(place)
      await rename(fresh(place), resolve(place))
      syncFolder(dirname(resolve(place)))
    }
    return { backup_taken_at: header.taken_at, files }
  } catch (error) {
    for (const place of places) await rm(fresh(place), { recursive: true, force: true })
    throw error
  }
}

/** The digest of what was written; undefined when it is missing, or was changed. */
async function layFile(backup: BackupFolder, path: string, to: string): Promise<string | undefined> {
  const { through, contents } = counted()
  try {
    await writeFile(to, through(backup.pieces(path)))
    return contents().sha256
  } catch (error) {
    if (error instanceof Damaged || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function requireEmpty(place: string): void {
  if (existsSync(place) && readdirSync(place).length > 0)
    throw new CommandFailed(`${place} is not empty: a restore never replaces anything. Move it away first`)
}

async function mark(dataDir: string, marker: RestoredMarker): Promise<void> {
  const file = await open(join(dataDir, RESTORED_MARKER), 'wx', 0o600)
  await file.writeFile(`${JSON.stringify(marker)}\n`)
  await file.sync()
  await file.close()
}
