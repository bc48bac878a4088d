import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openDatabase } from '../sqlite/database.ts'
import { emptyWriteAheadLog, overwriteFreePages } from '../sqlite/purge.ts'
import { idHash, openPartitionWriter, type PartitionWriter } from './partition-writer.ts'

const NAME = 'qzvolkova77'
/** The words of an index leave out what the one before begins with. */
const SUFFIX = NAME.slice(2)

describe('purging', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wardline-purge-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const files = (): string[] =>
    readdirSync(folder).filter(file => readFileSync(join(folder, file)).toString('latin1').includes(SUFFIX))

  const isAbout = (n: number): boolean => n % 7 === 0
  const tokens = (n: number): string =>
    ` s1 u${isAbout(n) ? NAME : `user${n % 50}`} wword${n} w${isAbout(n) ? `${NAME}${n}` : `other${n}`} wcommon`
  const entry = (n: number) => ({
    tenant: 'ten_a',
    eventId: `evt_${n}`,
    time: 1_767_000_000_000 + n * 10,
    tokens: tokens(n),
    doc: JSON.stringify({
      event_id: `evt_${n}`,
      who: isAbout(n) ? NAME : 'x',
      text: 'y'.repeat(isAbout(n) ? 9_000 : 100),
    }),
    kind: '[1,"","","src_1",null]',
    receivedAt: 1_767_000_000_000,
    origin: null,
  })
  const add = (writer: PartitionWriter, from: number, to: number): void => {
    for (let n = from; n < to; n++) writer.add(entry(n), idHash('ten_a', `evt_${n}`))
    writer.commit()
  }

  it.each([false, true])('leaves no byte of erased events in a partition (sealed: %p)', sealed => {
    const path = join(folder, 'partition.sqlite')
    const hot = openPartitionWriter(path)
    // Many small transactions: segments of words are merged, and pages with old ones become free.
    for (let n = 0; n < 6_000; n += 60) add(hot, n, n + 60)
    if (sealed) hot.close()
    const writer = sealed ? openPartitionWriter(path, true) : hot
    expect(files().length).toBeGreaterThan(0)

    const about = Array.from({ length: 6_000 }, (_, n) => n).filter(isAbout)
    for (const n of about) expect(writer.erase('ten_a', `evt_${n}`, idHash('ten_a', `evt_${n}`), tokens(n))).toBe(true)
    writer.commit()
    let steps = 0
    for (const _ of writer.purge()) {
      // Between two steps others write; none of this is about the name.
      if (!sealed && ++steps % 5 === 0) for (let n = 10_000 + steps * 7; !isAbout(n + 1); n++) add(writer, n + 1, n + 2)
    }
    expect(files()).toEqual([])
    for (const n of [1, 2, 5_998]) expect(writer.holder('ten_a', `evt_${n}`, idHash('ten_a', `evt_${n}`))).toBeDefined()
    writer.close()
    expect(files()).toEqual([])
    const db = new DatabaseSync(path)
    const matches = (text: string) => db.prepare('SELECT count(*) AS n FROM words WHERE words MATCH ?').get(text)?.n
    expect([matches(`"0:wcommon"`), matches(`"0:wword8"`), matches(`"0:u${NAME}"`)]).toEqual([
      db.prepare('SELECT count(*) AS n FROM events').get()?.n,
      1,
      0,
    ])
    expect(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'zeros'").get()?.n).toBe(0)
    db.close()
  })

  it('leaves no byte of rows that were removed or replaced, however large they were, and goes on after a crash', () => {
    const path = join(folder, 'registry.sqlite')
    const format = { version: 1, schema: 'CREATE TABLE docs (id INTEGER PRIMARY KEY, doc TEXT NOT NULL)' }
    const db = openDatabase(path, format)
    const insert = db.prepare('INSERT INTO docs (id, doc) VALUES (?, ?)')
    for (let n = 0; n < 300; n++) insert.run(n, `${NAME} `.repeat(n % 3 === 0 ? 4_000 : 3))
    db.exec("DELETE FROM docs WHERE id % 2 = 0; UPDATE docs SET doc = '[erased]'")
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    expect(files()).toEqual(['registry.sqlite'])
    // Killed after the first steps: the next run removes what they have left.
    const killed = overwriteFreePages(db)
    for (let step = 0; step < 2; step++) killed.next()
    for (const steps of [overwriteFreePages(db), emptyWriteAheadLog(db)]) for (const _ of steps);
    expect(files()).toEqual([])
    expect(db.prepare('SELECT count(*) AS n, min(doc) AS doc FROM docs').get()).toEqual({ n: 150, doc: '[erased]' })
    expect(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'zeros'").get()?.n).toBe(0)
    db.close()
  })

  it('says when somebody keeps reading from the write-ahead log', () => {
    const path = join(folder, 'registry.sqlite')
    const db = openDatabase(path, { version: 1, schema: 'CREATE TABLE docs (doc TEXT)' })
    const reader = new DatabaseSync(path, { readOnly: true })
    reader.exec('BEGIN; SELECT * FROM docs')
    db.exec("INSERT INTO docs VALUES ('x')")
    expect(() => {
      for (const _ of emptyWriteAheadLog(db, 3));
    }).toThrow(expect.objectContaining({ code: 'unavailable' }))
    reader.close()
    for (const _ of emptyWriteAheadLog(db));
    db.close()
  })
})
