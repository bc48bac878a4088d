import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { FOLDER_FORMAT, folderFormat, snapshotDatabases, syncFolder } from '@wardline/engines-embedded'
import { PRODUCT_VERSION, rfc3339, systemClock } from '@wardline/kernel'
import { CommandFailed } from '../output.ts'
import { catchUpArchive, linkArchive } from './archive-files.ts'
import { contentsOf, copyFile, filesBelow, syncFolders } from './files.ts'
import { BACKUP_FORMAT, type BackupFile, createManifest } from './manifest.ts'

export interface BackupOptions {
  readonly dataDir: string
  /** A folder that does not exist yet. */
  readonly to: string
  /** Undefined: the archive is backed up by other means. */
  readonly archiveDir: string | undefined
}

export interface TakenBackup {
  readonly taken_at: string
  readonly files: number
  readonly bytes: number
}

/** What every start creates again, or what belongs to the running process. Databases are copied in another way. */
const NOT_KEPT =
  /^(?:lock|gate|run\.json|processes\.json|restored\.json|.*\.(?:new|tmp|sqlite))(?:-journal|-wal|-shm|\.passed)?$/

/**
 * Backs up a data folder, even while the product runs on it. The databases are copied as of one instant
 * (`snapshotDatabases`). The archive is linked before that, and brought to that instant afterwards. The folder gets its
 * name only when everything in it is on disk. @throws CommandFailed
 */
export async function takeBackup({ dataDir, to, archiveDir }: BackupOptions): Promise<TakenBackup> {
  requireSource(dataDir)
  requirePlace(dataDir, to)
  const partial = `${resolve(to)}.${randomBytes(6).toString('hex')}.partial`
  await mkdir(partial, { mode: 0o700 })
  try {
    const archived = new Map<string, BackupFile>()
    if (archiveDir !== undefined) await linkArchive(archiveDir, partial, archived)
    const files: BackupFile[] = []
    let takenAt = 0
    await snapshotDatabases(dataDir, join(partial, 'data'), {
      atTheCut() {
        takenAt = systemClock.now()
      },
      async onFile(file) {
        files.push({ path: `data/${file}`, ...(await contentsOf(join(partial, 'data', file))) })
      },
    })
    for (const file of await others(dataDir, archiveDir))
      files.push({ path: `data/${file}`, ...(await copyFile(join(dataDir, file), join(partial, 'data', file))) })
    if (archiveDir !== undefined) await catchUpArchive(archiveDir, partial, archived, takenAt)
    const taken_at = rfc3339(takenAt)
    const manifest = await createManifest(partial, {
      wardline_backup: BACKUP_FORMAT,
      data_format: FOLDER_FORMAT,
      product_version: PRODUCT_VERSION,
      taken_at,
      archive: archiveDir === undefined ? 'left out' : 'included',
    })
    for (const file of files) await manifest.add(file)
    for (const file of archived.values()) await manifest.add(file)
    const written = await manifest.finish()
    await syncFolders(partial)
    await rename(partial, resolve(to))
    syncFolder(dirname(resolve(to)))
    return { taken_at, ...written }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

function requireSource(dataDir: string): void {
  const format = folderFormat(dataDir)
  if (format === undefined)
    throw new CommandFailed(`${dataDir} is not a data folder, or nothing has been stored there yet`)
  if (format > FOLDER_FORMAT)
    throw new CommandFailed(`${dataDir} was written by a newer release: back it up with that release`)
  if (format < FOLDER_FORMAT)
    throw new CommandFailed(
      `${dataDir} was written by an older release: start this release on it once, then back it up`,
    )
}

function requirePlace(dataDir: string, to: string): void {
  if (existsSync(to)) throw new CommandFailed(`${to} already exists`)
  if (`${resolve(to)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new CommandFailed('a backup inside the data folder would be lost with it')
}

/** Everything else that is kept, except the archive. */
async function others(dataDir: string, archiveDir: string | undefined): Promise<readonly string[]> {
  const archive = `${resolve(archiveDir ?? join(dataDir, 'archive'))}${sep}`
  const found: string[] = []
  for await (const file of filesBelow(dataDir)) {
    const name = file.split('/').at(-1) ?? ''
    if (!NOT_KEPT.test(name) && !resolve(dataDir, file).startsWith(archive)) found.push(file)
  }
  return found
}
