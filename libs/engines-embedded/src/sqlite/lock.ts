import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Holds `<dataDir>/lock` until closed. It is a write lock that the operating system keeps for this process (SQLite's exclusive mode, fcntl
 * underneath), so it ends with the process however that ends: there is no stale lock to detect after a kill -9.
 * @throws Error when another process, or another instance in this one, holds it.
 */
export function lockDataDir(dataDir: string): { close(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    return { close: () => db.close() }
  } catch (cause) {
    db.close()
    throw new Error('the data folder is in use by another process', { cause })
  }
}
