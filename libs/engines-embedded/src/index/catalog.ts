import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { HOUR_MS } from '@wardline/kernel'
import { isRestoredClass, type Tier } from '@wardline/ports'
import {
  type FileFormat,
  inTransactionOnceMore,
  openDatabase,
  openForReading,
  openSmallDatabase,
} from '../sqlite/database.ts'
import {
  PARTITION_FORMAT,
  type PartitionAt,
  type PartitionName,
  partitionKey,
  partitionPath,
} from './partition-file.ts'

/** Name of a partition's file up to version 2. */
const FIRST_FILE = "substr(day, 1, 7) || '/' || day || '.' || class || '.sqlite'"

/** Raised with the partitions' format, too: an older catalog means that partitions may be older. */
const FORMAT: FileFormat = {
  version: 3,
  schema: `CREATE TABLE partitions (day TEXT NOT NULL, class TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    id TEXT NOT NULL, file TEXT NOT NULL, sealed INTEGER NOT NULL, PRIMARY KEY (day, class)) WITHOUT ROWID`,
  migrations: [
    '',
    `ALTER TABLE partitions ADD COLUMN id TEXT NOT NULL DEFAULT '';
     ALTER TABLE partitions ADD COLUMN file TEXT NOT NULL DEFAULT '';
     ALTER TABLE partitions ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0;
     UPDATE partitions SET id = lower(hex(randomblob(10))), file = ${FIRST_FILE}`,
  ],
}

/** A partition and the range of its event times: never too narrow, up to an hour too wide. Milliseconds, inclusive. */
export interface Partition extends PartitionAt {
  readonly first: number
  readonly last: number
  /** Nothing is written to it any more. */
  readonly sealed: boolean
}

export const tierOf = (p: Pick<Partition, 'sealed' | 'retentionClass'>): Tier =>
  isRestoredClass(p.retentionClass) ? 'cold' : p.sealed ? 'warm' : 'hot'

export const catalogPath = (folder: string): string => join(folder, 'catalog.sqlite')

/** Every partition with its bounds: event times may lie far from a partition's day. Written by the index writer, read by the readers. */
export interface Catalog {
  all(): readonly Partition[]
  get(name: PartitionName): Partition | undefined
  find(id: string): Partition | undefined
  /**
   * Ensures that the partition exists and its bounds include these times. This is durable before the events are. There
   * is rarely anything to do, because bounds are whole hours.
   */
  widen(p: PartitionAt, first: number, last: number): void
  /** Changes the record of a partition, durably. */
  update(id: string, change: Partial<Pick<Partition, 'sealed' | 'file'>>): void
  /** Removes it, for the readers as well. */
  remove(id: string): void
  close(): void
}

export function openCatalog(folder: string): Catalog {
  upgradePartitions(folder)
  const db = openSmallDatabase(catalogPath(folder), FORMAT)
  const upsert = db.prepare(
    'INSERT OR REPLACE INTO partitions (day, class, first, last, id, file, sealed) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const remove = db.prepare('DELETE FROM partitions WHERE id = ?')
  const partitions = new Map(rows(selectAll(db)).map(p => [partitionKey(p), p]))
  const find = (id: string): Partition | undefined => [...partitions.values()].find(p => p.id === id)
  const store = (p: Partition): void => {
    inTransactionOnceMore(db, () =>
      upsert.run(p.day, p.retentionClass, p.first, p.last, p.id, p.file, p.sealed ? 1 : 0),
    )
    partitions.set(partitionKey(p), p)
  }
  return {
    all: () => [...partitions.values()],
    get: name => partitions.get(partitionKey(name)),
    find,
    widen(p, first, last) {
      const known = partitions.get(partitionKey(p))
      if (known && known.first <= first && known.last >= last) return
      const { day, retentionClass, id, file } = p
      store({
        ...(known ?? { day, retentionClass, id, file, sealed: false }),
        first: Math.min(known?.first ?? first, Math.floor(first / HOUR_MS) * HOUR_MS),
        last: Math.max(known?.last ?? last, Math.ceil((last + 1) / HOUR_MS) * HOUR_MS - 1),
      })
    },
    update(id, change) {
      const known = find(id)
      if (known) store({ ...known, ...change })
    },
    remove(id) {
      const known = find(id)
      if (!known) return
      inTransactionOnceMore(db, () => remove.run(id))
      partitions.delete(partitionKey(known))
    },
    close: () => db.close(),
  }
}

/** Migrates the partitions of an older release. Only then does the catalog get the version of this release. */
function upgradePartitions(folder: string): void {
  if (!existsSync(catalogPath(folder))) return
  const db = openForReading(catalogPath(folder), FORMAT)
  const older = Number(db.prepare('PRAGMA user_version').get()?.user_version) < 2
  const files = older ? db.prepare(`SELECT ${FIRST_FILE} AS file FROM partitions`).all() : []
  db.close()
  for (const { file } of files) openDatabase(partitionPath(folder, { file: file as string }), PARTITION_FORMAT).close()
}

/** The catalog for a thread that only reads. */
export function openCatalogReader(folder: string): {
  all(): Partition[]
  find(id: string): Partition | undefined
  close(): void
} {
  const db = openForReading(catalogPath(folder), FORMAT)
  const select = selectAll(db)
  const byId = db.prepare(`${SELECT} WHERE id = ?`)
  return { all: () => rows(select), find: id => rows(byId, id)[0], close: () => db.close() }
}

const SELECT = 'SELECT day, class, first, last, id, file, sealed FROM partitions'
const selectAll = (db: DatabaseSync) => db.prepare(SELECT)
const rows = (select: ReturnType<typeof selectAll>, ...values: string[]): Partition[] =>
  select.all(...values).map(row => ({
    day: row.day as string,
    retentionClass: row.class as string,
    first: Number(row.first),
    last: Number(row.last),
    id: row.id as string,
    file: row.file as string,
    sealed: row.sealed === 1,
  }))
