import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { HOUR_MS, startOf } from '@wardline/kernel'
import { SPAN_MS } from './kinds.ts'

/**
 * Removes events from a partition with everything derived from them. Old segments and free pages keep traces until the
 * partition is purged.
 */
export interface Eraser {
  erase(slot: bigint, tenant: number, idHash: bigint, tokens: string): void
}

/** Output pages of one step of a merge. */
const MERGE_PAGES = 200
/** The row of no event: slots are positive. */
const SCRATCH = -1n

/**
 * Writes all words again, in one new segment, so that no old one keeps a word or the start of one. A step is a
 * transaction.
 */
export function* rewriteWords(db: DatabaseSync): Generator<void> {
  const changes = db.prepare('SELECT total_changes() AS n')
  const merge = db.prepare(`INSERT INTO words (words, rank) VALUES ('merge', ?)`)
  const step = (pages: number): number => {
    const before = Number(changes.get()?.n)
    merge.run(pages)
    return Number(changes.get()?.n) - before
  }
  // A single segment would not be merged: these make a second and a third one, which hold nothing together.
  db.prepare('INSERT INTO words (rowid, tokens) VALUES (?, ?)').run(SCRATCH, 'purge')
  db.prepare(`INSERT INTO words (words, rowid, tokens) VALUES ('delete', ?, ?)`).run(SCRATCH, 'purge')
  yield
  // A negative number begins to merge all segments; fewer than two changes say that nothing is left to merge.
  for (let changed = step(-MERGE_PAGES); changed >= 2; changed = step(MERGE_PAGES)) yield
}

/** Statements are made when the first event is erased: most partitions never see one. */
export function createEraser(db: DatabaseSync): Eraser {
  let made: ReturnType<typeof statementsOf> | undefined
  return {
    erase(slot, tenant, idHash, tokens) {
      made ??= statementsOf(db)
      const row = made.event.get(slot)
      const kind = made.kind.get(slot)?.kind as bigint | undefined
      if (row && kind !== undefined) {
        const receivedAt = Date.parse(String(row.received)) || 0
        made.uncount.run(tenant, startOf(Number(row.time), SPAN_MS) / SPAN_MS, kind)
        made.unreceive.run(tenant, startOf(receivedAt, HOUR_MS) / HOUR_MS, kind)
      }
      made.words.run(slot, tokens)
      made.ids.run(idHash, slot)
      made.slots.run(slot)
      made.events.run(slot)
    },
  }
}

function statementsOf(db: DatabaseSync) {
  const bigInts = (sql: string): StatementSync => {
    const statement = db.prepare(sql)
    statement.setReadBigInts(true)
    return statement
  }
  return {
    event: bigInts("SELECT time, doc ->> '$.ingested_at' AS received FROM events WHERE slot = ?"),
    kind: bigInts('SELECT kind FROM slots WHERE slot = ?'),
    uncount: db.prepare('UPDATE counts SET n = n - 1 WHERE tenant = ? AND span = ? AND kind = ? AND n > 0'),
    unreceive: db.prepare('UPDATE receipts SET n = n - 1 WHERE tenant = ? AND hour = ? AND kind = ? AND n > 0'),
    words: db.prepare("INSERT INTO words (words, rowid, tokens) VALUES ('delete', ?, ?)"),
    ids: db.prepare('DELETE FROM ids WHERE hash = ? AND slot = ?'),
    slots: db.prepare('DELETE FROM slots WHERE slot = ?'),
    events: db.prepare('DELETE FROM events WHERE slot = ?'),
  }
}
