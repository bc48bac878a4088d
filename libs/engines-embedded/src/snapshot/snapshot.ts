import { closeSync, existsSync, fsyncSync, globSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { syncFolder } from '../sqlite/database.ts'
import { REGISTRY_FILE } from '../sqlite/database-files.ts'
import { betweenRounds } from './gate.ts'

const DATABASES = [REGISTRY_FILE, 'bus/**/*.sqlite', 'index/**/*.sqlite']
/** Pages of 8 KiB that are copied at a time. */
const PAGES = 512

export interface SnapshotOptions {
  /** Called for each database when its copy is durable, by its name below the data folder. */
  readonly onFile?: (file: string) => Promise<void> | void
  /** Runs at exactly the instant that the copies show. */
  readonly atTheCut?: () => void
}

interface Source {
  readonly db: DatabaseSync
  /**
   * The copy shows this file as of the cut. A file that only erasures write to (a sealed partition) is read when its
   * turn comes.
   */
  readonly pinned: boolean
}

/**
 * Copies every database of a data folder, even while it is in use. The copies are as kill -9 would have left all of
 * them at one instant, so opening them needs only the recovery that every start does. The files are pinned by read
 * transactions, all started between two rounds of the storage threads, and copied one after the other. Meanwhile their
 * logs grow and are not checkpointed.
 *
 * @param target an empty folder. @throws Error when the databases cannot be read or written.
 */
export async function snapshotDatabases(dataDir: string, target: string, options: SnapshotOptions = {}): Promise<void> {
  const sources = pinAll(dataDir, options.atTheCut ?? (() => {}))
  try {
    // Databases whose logs grow come first.
    const order = [...sources].sort(([, a], [, b]) => Number(b.pinned) - Number(a.pinned))
    for (const [file, { db }] of order) {
      await copy(db, join(target, file))
      db.close()
      sources.delete(file)
      await options.onFile?.(file)
    }
  } finally {
    for (const { db } of sources.values()) db.close()
  }
}

function pinAll(dataDir: string, atTheCut: () => void): Map<string, Source> {
  // Opening is the slow part, and needs no gate.
  const opened = new Map<string, DatabaseSync>()
  for (const file of listed(dataDir)) openInto(opened, dataDir, file)
  try {
    return betweenRounds(dataDir, () => {
      const sources = pinHere(dataDir, opened)
      atTheCut()
      return sources
    })
  } catch (fault) {
    for (const db of opened.values()) db.close()
    throw fault
  }
}

function pinHere(dataDir: string, opened: Map<string, DatabaseSync>): Map<string, Source> {
  const now = new Set(listed(dataDir))
  for (const [file, db] of opened)
    if (!now.has(file)) {
      opened.delete(file)
      db.close()
    }
  for (const file of now) if (!opened.has(file)) opened.set(file, openReadOnly(join(dataDir, file)))
  return new Map([...opened].map(([file, db]) => [file, { db, pinned: pin(db) }]))
}

/**
 * Starts to read the current content. A file without a log is one that only erasures write to, and they can be
 * repeated.
 */
function pin(db: DatabaseSync): boolean {
  if (db.prepare('PRAGMA journal_mode').get()?.journal_mode !== 'wal') return false
  db.exec('BEGIN')
  db.prepare('SELECT count(*) FROM sqlite_schema').get()
  return true
}

const listed = (dataDir: string): string[] => globSync(DATABASES, { cwd: dataDir }).sort()

const openReadOnly = (path: string): DatabaseSync => new DatabaseSync(path, { readOnly: true, timeout: 5_000 })

/**
 * A file that is gone by now was removed since the folder was listed. Only the files that exist when the gate is closed
 * count.
 */
function openInto(opened: Map<string, DatabaseSync>, dataDir: string, file: string): void {
  const path = join(dataDir, file)
  try {
    opened.set(file, openReadOnly(path))
  } catch (fault) {
    if (existsSync(path)) throw fault
  }
}

async function copy(db: DatabaseSync, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  closeSync(openSync(to, 'wx', 0o600))
  await backup(db, to, { rate: PAGES })
  const file = openSync(to, 'r')
  fsyncSync(file)
  closeSync(file)
  syncFolder(dirname(to))
}
