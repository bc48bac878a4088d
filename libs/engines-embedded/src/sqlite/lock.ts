import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFault } from '@wardline/kernel'
import { isSqliteFault } from './faults.ts'

const SQLITE_BUSY = 5

/**
 * Holds `<dataDir>/lock` until closed. It is a write lock that the operating system keeps for this process (SQLite's exclusive mode, fcntl
 * underneath), so it ends with the process however that ends: there is no stale lock to detect after a kill -9.
 * @throws StartFault when another process, or another instance in this one, has it.
 */
export function lockDataDir(dataDir: string): { close(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'lock')
  // A lock that is there is never opened and closed here: with fcntl, that would end the
  // lock that this process may have on it.
  if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600))
  chmodSync(path, 0o600)
  const db = new DatabaseSync(path, { timeout: 0 })
  try {
    // A journal in memory: one on disk could not be made on a full disk.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return { close: () => db.close() }
  } catch (cause) {
    db.close()
    if (isSqliteFault(cause) && cause.errcode % 256 !== SQLITE_BUSY) throw cause
    throw new StartFault(
      'the data folder is in use by another process: stop it, or set WARDLINE_DATA_DIR to another folder',
      { cause },
    )
  }
}
