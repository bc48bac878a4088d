import type { DatabaseSync } from 'node:sqlite'
import { Problem } from '@wardline/kernel'

/** Pages that one step overwrites: 4 MiB. */
const STEP_PAGES = 512
/** How long a step may wait for readers of the write-ahead log, in milliseconds, and how many steps may try. */
const READERS_MS = 20
const TRIES = 250

/**
 * Overwrites the free pages of a database with zeros. `secure_delete = FAST` (database.ts) overwrites what is deleted
 * within a page, but leaves whole pages that become free as they are. A table of zeros takes these pages, and then
 * gives them back. Each step is a transaction; a table that a crash has left behind is removed by the next run.
 */
export function* overwriteFreePages(db: DatabaseSync): Generator<void> {
  db.exec('CREATE TABLE IF NOT EXISTS zeros (page BLOB)')
  const free = (): number => Number(db.prepare('PRAGMA freelist_count').get()?.freelist_count)
  const size = Number(db.prepare('PRAGMA page_size').get()?.page_size)
  // Each page begins with the number of the next one. The quarter of a page stays with the row: without it, the last
  // page would be partly filled, and its rest would stay as it is.
  const zeros = (pages: number): number => pages * (size - 4) + size / 4
  const take = db.prepare('INSERT INTO zeros (page) VALUES (zeroblob(?))')
  // What becomes free while this runs was not in use before, and is not what has to be overwritten.
  for (let left = free(); left > 0; left -= STEP_PAGES) {
    const pages = Math.min(left, free(), STEP_PAGES)
    if (pages === 0) break
    take.run(zeros(pages))
    yield
  }
  const give = db.prepare('DELETE FROM zeros WHERE rowid = (SELECT max(rowid) FROM zeros)')
  while (give.run().changes > 0) yield
  db.exec('DROP TABLE zeros')
}

/**
 * Brings everything from the write-ahead log into the database, and empties the log: pages in it show what was there
 * before. Does nothing for a database without one.
 * @throws Problem `unavailable` while somebody keeps reading from the log, as a backup does
 */
export function* emptyWriteAheadLog(db: DatabaseSync, tries = TRIES): Generator<void> {
  db.exec(`PRAGMA busy_timeout = ${READERS_MS}`)
  try {
    for (let i = 0; i < tries; i++) {
      if (Number(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy) === 0) return
      yield
    }
    throw new Problem('unavailable', { detail: 'a write-ahead log is being read and cannot be emptied now' })
  } finally {
    db.exec('PRAGMA busy_timeout = 5000')
  }
}

/** Runs the steps one by one: `within` runs each as a unit, and other work of the thread gets its turn in between. */
export async function inSteps(steps: Generator<void>, within: <T>(step: () => T) => T): Promise<void> {
  try {
    while (!within(() => steps.next()).done) await new Promise(resolve => setImmediate(resolve))
  } finally {
    steps.return(undefined)
  }
}
