import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { FOLDER_FORMAT, folderFormat, snapshotDatabases, syncFolder } from '@wardline/engines-embedded'
import { BACKUP_IDENTITY_FILE } from '@wardline/host'
import { PRODUCT_VERSION, rfc3339, systemClock } from '@wardline/kernel'
import { CommandFailed } from '../output.ts'
import { catchUpArchive, linkArchive } from './archive-files.ts'
import { contentsOf, filesBelow, syncFolders } from './files.ts'
import { encryptedKeeping, plainKeeping } from './keeping.ts'
import { BACKUP_FORMAT, type BackupFile, createManifest } from './manifest.ts'
import { MANIFEST_NAME } from './names.ts'
import { createStaging, isStaged } from './staging.ts'

export interface BackupOptions {
  readonly dataDir: string
  /** A folder that does not exist yet. */
  readonly to: string
  /** Undefined: the archive is backed up by other means. */
  readonly archiveDir: string | undefined
  /** Public keys of age that the backup is encrypted to; undefined: it is readable for everybody who has it. */
  readonly recipients: readonly string[] | undefined
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
export async function takeBackup({ dataDir, to, archiveDir, recipients }: BackupOptions): Promise<TakenBackup> {
  requireSource(dataDir)
  requirePlace(dataDir, to)
  const keeping = recipients === undefined ? plainKeeping() : encryptedKeeping(recipients)
  const partial = `${resolve(to)}.${randomBytes(6).toString('hex')}.partial`
  await mkdir(partial, { mode: 0o700 })
  // What is to be encrypted never lies in the place of backups in clear.
  const staging = recipients === undefined ? undefined : createStaging(dataDir)
  const plain = staging?.path ?? partial
  try {
    const archived = new Map<string, BackupFile>()
    if (archiveDir !== undefined) await linkArchive(keeping, archiveDir, partial, archived)
    const files: BackupFile[] = []
    let takenAt = 0
    const moved = async (path: string): Promise<BackupFile> => {
      if (plain === partial) return { path, ...(await contentsOf(join(plain, path))) }
      const file = await keeping.copy(join(plain, path), partial, path)
      await rm(join(plain, path))
      return file
    }
    await snapshotDatabases(dataDir, join(plain, 'data'), {
      atTheCut() {
        takenAt = systemClock.now()
      },
      async onFile(file) {
        files.push(await moved(`data/${file}`))
      },
    })
    for (const file of await others(dataDir, archiveDir))
      files.push(await keeping.copy(join(dataDir, file), partial, `data/${file}`))
    if (archiveDir !== undefined) await catchUpArchive(keeping, archiveDir, partial, archived, takenAt)
    const taken_at = rfc3339(takenAt)
    const manifest = await createManifest(plain, {
      wardline_backup: BACKUP_FORMAT,
      data_format: FOLDER_FORMAT,
      product_version: PRODUCT_VERSION,
      taken_at,
      archive: archiveDir === undefined ? 'left out' : 'included',
    })
    for (const file of files) await manifest.add(file)
    for (const file of archived.values()) await manifest.add(file)
    const written = await manifest.finish()
    if (plain !== partial) await moved(MANIFEST_NAME)
    await syncFolders(partial)
    await rename(partial, resolve(to))
    syncFolder(dirname(resolve(to)))
    return { taken_at, ...written }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  } finally {
    staging?.remove()
  }
}

/** @throws CommandFailed for a folder that cannot be backed up, before anything is written to it */
export function requireSource(dataDir: string): void {
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

/** The key that opens backups is not in them, nor is what another backup stages. */
const isLeftOut = (file: string): boolean => file === BACKUP_IDENTITY_FILE || isStaged(file)

/** Everything else that is kept, except the archive. */
async function others(dataDir: string, archiveDir: string | undefined): Promise<readonly string[]> {
  const archive = `${resolve(archiveDir ?? join(dataDir, 'archive'))}${sep}`
  const found: string[] = []
  for await (const file of filesBelow(dataDir)) {
    const name = file.split('/').at(-1) ?? ''
    if (!NOT_KEPT.test(name) && !isLeftOut(file) && !resolve(dataDir, file).startsWith(archive)) found.push(file)
  }
  return found
}
