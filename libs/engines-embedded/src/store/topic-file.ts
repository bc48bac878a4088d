import type { DatabaseSync } from 'node:sqlite'
import { type FileFormat, openDatabase } from '../sqlite/database.ts'

/**
 * A row is a run of events: their JSON texts joined by line feeds (which JSON text never holds raw), from offset `base`
 * on. With one row per publish, events do not each pay the cost of a row.
 */
const FORMAT: FileFormat = {
  version: 1,
  schema: 'CREATE TABLE log (base INTEGER PRIMARY KEY, count INTEGER NOT NULL, body TEXT NOT NULL)',
  pragmas: 'PRAGMA wal_autocheckpoint = 2000; PRAGMA cache_size = -4096',
}

/** Consecutive events of a topic. */
export interface Run {
  readonly base: number
  readonly lines: readonly string[]
}

/** The events of one topic that were published on one day. */
export interface TopicFile {
  /** Offset after the newest event; `base` of the file while it is empty. */
  readonly end: number
  /** Appends inside a transaction that {@link TopicFile.commit} makes durable. */
  append(base: number, count: number, body: string): void
  commit(): void
  rollback(): void
  /** Events from `offset` on: at most `max`, and no more rows once `maxBytes` are exceeded. */
  read(offset: number, max: number, maxBytes: number): Run | undefined
  close(): void
}

export function openTopicFile(path: string, fileBase: number): TopicFile {
  const db: DatabaseSync = openDatabase(path, FORMAT)
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const insert = db.prepare('INSERT INTO log (base, count, body) VALUES (?, ?, ?)')
  const select = db.prepare(
    'SELECT base, body FROM log WHERE base >= (SELECT max(base) FROM log WHERE base <= ?) ORDER BY base',
  )
  const last = db.prepare('SELECT base + count AS next FROM log ORDER BY base DESC LIMIT 1').get()
  let end = last ? Number(last.next) : fileBase
  let staged = end

  return {
    get end() {
      return end
    },
    append(base, count, body) {
      if (!db.isTransaction) begin.run()
      insert.run(base, count, body)
      staged = base + count
    },
    commit() {
      if (db.isTransaction) commit.run()
      end = staged
    },
    rollback() {
      if (db.isTransaction) db.exec('ROLLBACK')
      staged = end
    },
    read(offset, max, maxBytes) {
      const lines: string[] = []
      let bytes = 0
      for (const row of select.iterate(offset)) {
        const body = row.body as string
        const skip = Math.max(0, offset - Number(row.base))
        const found = body.split('\n')
        for (let i = skip; i < found.length && lines.length < max; i++) lines.push(found[i] as string)
        bytes += body.length
        if (lines.length >= max || bytes >= maxBytes) break
      }
      return lines.length > 0 ? { base: offset, lines } : undefined
    },
    close: () => db.close(),
  }
}
