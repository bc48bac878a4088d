import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface CheckedDatabase {
  /** Path below the data folder. */
  readonly file: string
  /** What SQLite finds wrong with it; undefined when it is intact. */
  readonly fault: string | undefined
}

/** Checks every database file of a data folder, read-only, even while it is in use (`PRAGMA quick_check`). */
export function checkDatabases(dataDir: string): readonly CheckedDatabase[] {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(name =>
    /\.(?:db|sqlite)$/.test(name),
  )
  return files.map(file => ({ file, fault: faultOf(join(dataDir, file)) }))
}

function faultOf(path: string): string | undefined {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
    try {
      const row = db.prepare('PRAGMA quick_check(1)').get() as { quick_check?: string } | undefined
      return row?.quick_check === 'ok' ? undefined : 'it is damaged'
    } finally {
      db.close()
    }
  } catch (error) {
    return (error as Error).message
  }
}
