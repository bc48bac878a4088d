import { existsSync, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import {
  checkDatabases,
  isLow,
  mib,
  readDocument,
  STORAGE_SETTINGS,
  storageSettingsOf,
  storedBytes,
} from '@wardline/engines-embedded'
import { BACKUP_IDENTITY_FILE, masterKeyFits, notedJournal, openDataDir } from '@wardline/host'
import { isStartFault, PLATFORM_TENANT, readConfig } from '@wardline/kernel'
import { DATA_KEYS_ID, dataKeys } from '@wardline/registries'
import { givenMasterKeys } from '../admin/open-keys.ts'
import { environment } from '../config.ts'
import type { GlobalOptions } from '../connection.ts'
import { bad, type Finding, ok, warn } from './finding.ts'
import { epochInUse } from './pseudonyms.ts'
import { unlessMisset } from './settings.ts'

const SECRETS = ['bootstrap', 'keys', 'secrets'] as const

/** The embedded profile's folder: its permissions, its content and the free space. */
export async function checkDataFolder({ dataDir }: GlobalOptions): Promise<readonly Finding[]> {
  if (!existsSync(dataDir))
    return [warn('data folder', `${dataDir} is missing`, 'the first start creates it; or use --data-dir')]
  return [
    ...key(dataDir),
    ...epochInUse(readDocument(dataDir, dataKeys, PLATFORM_TENANT, DATA_KEYS_ID)),
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
  const given = unlessMisset(givenMasterKeys)
  if (!stored || !given) return []
  const advice = 'put the right one back: without it nothing that is sealed can be read'
  const name = given.WARDLINE_MASTER_KEY === undefined ? 'keys/master.key' : 'WARDLINE_MASTER_KEY'
  try {
    return masterKeyFits(openDataDir(dataDir), given, stored.keys)
      ? [ok(what, 'fits the data folder')]
      : [bad(what, `${name} is not the key that the folder was written with`, advice)]
  } catch (error) {
    if (!isStartFault(error)) throw error
    return [bad(what, `${name}: ${error.message}`, advice)]
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
  const settings = unlessMisset(() => storageSettingsOf(readConfig(environment(), STORAGE_SETTINGS)))
  if (!settings) return []
  const { reserveBytes, busQuotaBytes } = settings
  const { bavail, bsize } = statfsSync(dataDir)
  const { held, bus } = storedBytes(dataDir, reserveBytes)
  return [
    ...disk(bavail * bsize, reserveBytes),
    held < reserveBytes
      ? warn('disk reserve', `${mib(held)} of ${mib(reserveBytes)} are held`, 'it is taken when there is room')
      : ok('disk reserve', `${mib(reserveBytes)} are held`),
    bus < busQuotaBytes
      ? ok('event log', `${mib(bus)} of its quota of ${mib(busQuotaBytes)}`)
      : bad(
          'event log',
          `has reached its quota of ${mib(busQuotaBytes)}`,
          'raise WARDLINE_BUS_QUOTA_MIB; see consumer_lag',
        ),
  ]
}

function disk(free: number, reserve: number): readonly Finding[] {
  const finding = `${mib(free)} free`
  if (free < reserve) return [bad('disk', finding, 'free space or enlarge it: logs are refused with 503 storage_full')]
  if (isLow(free, reserve))
    return [warn('disk', finding, `free space or enlarge it: below ${mib(reserve)} logs are refused`)]
  return [ok('disk', finding)]
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
