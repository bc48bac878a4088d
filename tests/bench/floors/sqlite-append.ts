import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * The floor of a pipeline: the same raw bytes appended to one SQLite file in transactions of 100, with the same fsync mode
 * (WAL, synchronous=FULL) and nothing else. Events per second.
 */
export function measureAppend(raws: readonly string[]): number {
  const dir = mkdtempSync(join(tmpdir(), 'wardline-floor-'))
  const db = new DatabaseSync(join(dir, 'floor.db'))
  db.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE log (id INTEGER PRIMARY KEY, raw TEXT NOT NULL)',
  )
  const insert = db.prepare('INSERT INTO log (raw) VALUES (?)')
  const started = performance.now()
  for (let i = 0; i < raws.length; i += 100) {
    db.exec('BEGIN')
    for (let j = i; j < Math.min(i + 100, raws.length); j++) insert.run(raws[j]!)
    db.exec('COMMIT')
  }
  const seconds = (performance.now() - started) / 1000
  db.close()
  rmSync(dir, { recursive: true, force: true })
  return raws.length / seconds
}
