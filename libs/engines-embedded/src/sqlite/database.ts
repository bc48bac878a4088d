import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFault } from '@wardline/kernel'
import { isOutOfRoom } from './faults.ts'
import { enlargeLog } from './preallocate.ts'

/** What a kind of file contains. `version` is kept in `PRAGMA user_version`. */
export interface FileFormat {
  readonly version: number
  /** Statements that create the schema of `version` in an empty file. */
  readonly schema: string
  /** Statements that migrate a file from version 1 to 2, from 2 to 3, and so on up to `version`. */
  readonly migrations?: readonly string[]
  /** Statements for every connection, after the common ones. */
  readonly pragmas?: string
}

/** A file was written by a newer release. Never opened: an older one could damage it. */
export class NewerFormat extends StartFault {
  constructor(path: string, found: number, known: number) {
    super(
      `${basename(path)} has schema version ${found}, this release knows ${known}: it was written by a newer release`,
    )
  }
}

/**
 * Opens a file for reading and writing, and creates it if missing: every commit is on disk before it returns. `DELETE`
 * keeps a rarely written database (a sealed partition) in a single file.
 * @throws NewerFormat
 */
export function openDatabase(path: string, format: FileFormat, journal: 'WAL' | 'DELETE' = 'WAL'): DatabaseSync {
  // An empty file is one whose creation a full disk has interrupted.
  const fresh = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
  if (fresh) createFile(path)
  const db = new DatabaseSync(path, { timeout: 5000 })
  try {
    if (fresh) db.exec('PRAGMA page_size = 8192')
    db.exec(`PRAGMA journal_mode = ${journal}; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY`)
    db.exec('PRAGMA journal_size_limit = 67108864')
    // What is deleted within a page is overwritten, which costs no I/O. Pages that become free are not: see purge.ts.
    db.exec('PRAGMA secure_delete = FAST')
    if (format.pragmas) db.exec(format.pragmas)
    const found = userVersion(db)
    if (found > format.version) throw new NewerFormat(path, found, format.version)
    // A crash during the creation of a file leaves version 0: everything in it happened in one transaction or not at
    // all.
    if (found === 0) db.exec(`BEGIN IMMEDIATE; ${format.schema}; PRAGMA user_version = ${format.version}; COMMIT`)
    else migrate(db, format, found)
    return db
  } catch (fault) {
    db.close()
    throw fault
  }
}

/** Migrates an older file, one version at a time: a crash leaves it completely at one version or the next. */
function migrate(db: DatabaseSync, { version, migrations = [] }: FileFormat, found: number): void {
  for (let from = found; from < version; from++)
    db.exec(`BEGIN IMMEDIATE; ${migrations[from - 1] ?? ''}; PRAGMA user_version = ${from + 1}; COMMIT`)
}

/** Opens a file that another thread writes, and has already migrated. @throws NewerFormat */
export function openForReading(path: string, format: FileFormat): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    db.exec('PRAGMA temp_store = MEMORY')
    if (format.pragmas) db.exec(format.pragmas)
    const found = userVersion(db)
    if (found > format.version) throw new NewerFormat(path, found, format.version)
    return db
  } catch (fault) {
    db.close()
    throw fault
  }
}

/** Runs `work` in one transaction: all of it is durable when this returns, or none of it happened. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (fault) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw fault
  }
}

/** The log of a small database that must be writable on a full disk: its last changes, some pages each. */
const SMALL_LOG = 256 * 1024

/**
 * Opens a small database whose changes are made in {@link inTransactionOnceMore}: its log has room on disk, if there is
 * any now.
 */
export function openSmallDatabase(path: string, format: FileFormat): DatabaseSync {
  const db = openDatabase(path, format)
  try {
    enlargeLog(path, SMALL_LOG)
  } catch (fault) {
    if (!isOutOfRoom(fault)) throw fault
  }
  return db
}

/** {@link inTransaction}, which empties the log and tries again if the disk is full. `work` may run twice. */
export function inTransactionOnceMore<T>(db: DatabaseSync, work: () => T): T {
  try {
    return inTransaction(db, work)
  } catch (fault) {
    if (!isOutOfRoom(fault)) throw fault
    db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    return inTransaction(db, work)
  }
}

/** Makes a file's name durable: without it a power cut may undo the creation of the file. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
  syncFolder(dirname(path))
}

function userVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version)
}
