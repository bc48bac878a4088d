import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { enlargeLog } from '../sqlite/preallocate.ts'

/** Pages of one row of the reserve, which is given back as a whole: 1 MiB. */
const ROW_PAGES = 128
/** More pages than a file can have. */
const ANY_SIZE = 4_294_967_294

/**
 * The room that the registry's file has inside itself: rows of zeros whose pages become free when they are deleted, and
 * the log behind it. Both are on disk already: writing to them needs no room on the disk, whoever else fills it.
 */
export interface RegistrySpace {
  /** Bytes of the rows, and of pages that are free now. */
  held(): number
  /** Adds a row, on disk. @throws an error of SQLite when the disk has no room */
  grow(): void
  /** Deletes rows until so many bytes are free. */
  release(bytes: number): void
  /** Whether the file may become larger. If not, a transaction that does not find room in it fails as on a full disk. */
  mayGrow(may: boolean): void
  /** Gives the log at least this size. @throws Error `ENOSPC` */
  enlargeLog(bytes: number): void
  /** Moves what the log holds into the file, so that the log's room can be used again. */
  emptyLog(): void
  /** Bytes by which the file is too short for what its log holds. */
  lacks(): number
}

export function registrySpace(db: DatabaseSync, path: string): RegistrySpace {
  const freePages = db.prepare('PRAGMA freelist_count')
  const allPages = db.prepare('PRAGMA page_count')
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  const pageSize = Number(db.prepare('PRAGMA page_size').get()?.page_size)
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'reserve'").get() !== undefined
  let rows = hasTable ? Number(db.prepare('SELECT count(*) AS n FROM reserve').get()?.n) : undefined
  const row = ROW_PAGES * pageSize
  // So that its last page is full (sqlite/purge.ts): nothing of what was on the page before may stay.
  const body = ROW_PAGES * (pageSize - 4) + pageSize / 4
  let limited = false

  const free = (): number => Number(freePages.get()?.freelist_count) * pageSize
  const emptyLog = (): void => void checkpoint.get()

  return {
    held: () => (rows ?? 0) * row + free(),
    grow() {
      // Not part of the format: a release that does not know the table leaves it alone.
      if (rows === undefined) db.exec('CREATE TABLE reserve (body BLOB NOT NULL)')
      rows ??= 0
      db.prepare('INSERT INTO reserve VALUES (zeroblob(?))').run(body)
      rows++
      emptyLog()
    },
    release(bytes) {
      while (rows !== undefined && rows > 0 && free() < bytes) {
        db.exec('DELETE FROM reserve WHERE rowid = (SELECT max(rowid) FROM reserve)')
        rows--
      }
    },
    mayGrow(may) {
      if (limited === !may) return
      limited = !may
      // A limit below its size is the size that the file has.
      db.exec(`PRAGMA max_page_count = ${may ? ANY_SIZE : 1}`)
    },
    enlargeLog: bytes => enlargeLog(path, bytes),
    emptyLog,
    lacks: () => Math.max(0, Number(allPages.get()?.page_count) * pageSize - statSync(path).size),
  }
}
