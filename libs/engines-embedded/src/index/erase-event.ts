import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { HOUR_MS, startOf } from '@wardline/kernel'
import { SPAN_MS } from './kinds.ts'

/** Removes events from a partition so that no trace of them stays in the file. */
export interface Eraser {
  /** Set before the transaction: deleted data must be overwritten, not only unlinked. */
  prepare(): void
  erase(slot: bigint, tenant: number, idHash: bigint, tokens: string): void
}

/** Statements are made when the first event is erased: most partitions never see one. */
export function createEraser(db: DatabaseSync): Eraser {
  let made: ReturnType<typeof statementsOf> | undefined
  return {
    prepare() {
      db.exec(`PRAGMA secure_delete = ON; INSERT INTO words (words, rank) VALUES ('secure-delete', 1)`)
    },
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
