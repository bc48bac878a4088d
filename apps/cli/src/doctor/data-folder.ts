import { existsSync, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { checkDatabases, readDocument } from '@wardline/engines-embedded'
import { BACKUP_IDENTITY_FILE, masterKeyFits, notedJournal, openDataDir } from '@wardline/host'
import { ConfigError, PLATFORM_TENANT } from '@wardline/kernel'
import { DATA_KEYS_ID, dataKeys } from '@wardline/registries'
import { givenMasterKeys } from '../admin/open-keys.ts'
import type { GlobalOptions } from '../connection.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const LOW_BYTES = 1024 ** 3
const SECRETS = ['bootstrap', 'keys', 'secrets'] as const

/** The embedded profile's folder: its permissions, its content and the free space. */
export async function checkDataFolder({ dataDir }: GlobalOptions): Promise<readonly Finding[]> {
  if (!existsSync(dataDir))
    return [warn('data folder', `${dataDir} is missing`, 'the first start creates it; or use --data-dir')]
  return [
    ...key(dataDir),
    ...privacy(dataDir),
    ...room(dataDir),
    ...databases(dataDir),
    ...journal(dataDir),
    ...identity(dataDir),
  ]
}

/** Whether the master key opens the data keys. */
function key(dataDir: string): readonly Finding[] {
  const what = 'master key'
  const stored = readDocument(dataDir, dataKeys, PLATFORM_TENANT, DATA_KEYS_ID)
  if (!stored) return []
  try {
    const given = givenMasterKeys()
    if (masterKeyFits(openDataDir(dataDir), given, stored.keys)) return [ok(what, 'fits the data folder')]
    return [
      bad(
        what,
        `${given.WARDLINE_MASTER_KEY === undefined ? 'keys/master.key' : 'WARDLINE_MASTER_KEY'} is not the key that the folder was written with`,
        'put the right one back: without it nothing that is sealed can be read',
      ),
    ]
  } catch (error) {
    // The check of the settings reports it.
    if (error instanceof ConfigError) return []
    throw error
  }
}

function privacy(dataDir: string): readonly Finding[] {
  const open = [dataDir, ...SECRETS.flatMap(name => below(join(dataDir, name)))].filter(
    path => existsSync(path) && (statSync(path).mode & 0o077) !== 0,
  )
  return open.length === 0
    ? [ok('permissions', 'readable only by the owner')]
    : [
        bad(
          'permissions',
          `others may read ${open.join(', ')}`,
          'chmod go-rwx; if others had access, rotate the secrets in them',
        ),
      ]
}

function below(path: string): string[] {
  if (!existsSync(path)) return []
  if (!lstatSync(path).isDirectory()) return [path]
  return [path, ...readdirSync(path).flatMap(name => below(join(path, name)))]
}

function room(dataDir: string): readonly Finding[] {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const finding = `${(free / 1024 ** 3).toFixed(1)} GiB free`
  return free < LOW_BYTES
    ? [bad('disk', finding, 'make room: below its quota ingest answers 503 storage_full')]
    : [ok('disk', finding)]
}

function databases(dataDir: string): readonly Finding[] {
  const checked = checkDatabases(dataDir)
  const broken = checked.filter(({ fault }) => fault !== undefined)
  return broken.length === 0
    ? [ok('stores', `${checked.length} files are intact`)]
    : broken.map(({ file, fault }) =>
        bad('stores', `${file}: ${fault}`, 'stop Wardline, keep the folder, restore a backup'),
      )
}

/** Checks what a restore would need (docs/backup.md). */
function journal(dataDir: string): readonly Finding[] {
  const what = 'revocation journal'
  const path = notedJournal(openDataDir(dataDir))
  if (path === undefined) return []
  if (!existsSync(path))
    return [
      bad(
        what,
        `${path} is gone`,
        'put it back: without it, a restore admits agents that were revoked since the backup',
      ),
    ]
  return path.startsWith(resolve(dataDir) + sep)
    ? [warn(what, 'it is in the data folder', 'set WARDLINE_REVOCATION_JOURNAL_DIR: it would be lost with the folder')]
    : [ok(what, path)]
}

/** The key that opens backups is of no use where it is lost together with the data. */
function identity(dataDir: string): readonly Finding[] {
  const path = join(dataDir, BACKUP_IDENTITY_FILE)
  if (!existsSync(path)) return []
  return [
    warn('backup identity', `${path} is still here`, 'move it to a safe place: without it no backup can be opened'),
  ]
}
