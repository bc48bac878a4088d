import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type FileFormat, inTransaction, openDatabase, openForReading } from '../sqlite/database.ts'
import { PARTITION_FORMAT, type PartitionName, partitionKey, partitionPath } from './partition-file.ts'

/** Raised with the partitions' format: an older catalog tells that partitions may be older, too. */
const FORMAT: FileFormat = {
  version: 2,
  schema: `CREATE TABLE partitions (day TEXT NOT NULL, class TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    PRIMARY KEY (day, class)) WITHOUT ROWID`,
}

/** A partition and the times between which its events lie: never too narrow, up to an hour too wide. Milliseconds, inclusive. */
export interface Partition extends PartitionName {
  readonly first: number
  readonly last: number
}

const HOUR = 3_600_000
export const catalogPath = (folder: string): string => join(folder, 'catalog.sqlite')

/** Every partition with its bounds: event times may lie far from a partition's day. Written by the index writer, read by the readers. */
export interface Catalog {
  all(): readonly Partition[]
  /** Makes sure that the bounds hold these times. Durable before the events are, and seldom anything to do: bounds are whole hours. */
  widen(p: PartitionName, first: number, last: number): void
  close(): void
}

export function openCatalog(folder: string): Catalog {
  upgradePartitions(folder)
  const db = openDatabase(catalogPath(folder), FORMAT)
  const upsert = db.prepare('INSERT OR REPLACE INTO partitions (day, class, first, last) VALUES (?, ?, ?, ?)')
  const partitions = new Map(readAll(db).map(p => [partitionKey(p), p]))
  return {
    all: () => [...partitions.values()],
    widen(p, first, last) {
      const known = partitions.get(partitionKey(p))
      if (known && known.first <= first && known.last >= last) return
      const wider: Partition = {
        day: p.day,
        retentionClass: p.retentionClass,
        first: Math.min(known?.first ?? first, Math.floor(first / HOUR) * HOUR),
        last: Math.max(known?.last ?? last, Math.ceil((last + 1) / HOUR) * HOUR - 1),
      }
      inTransaction(db, () => upsert.run(wider.day, wider.retentionClass, wider.first, wider.last))
      partitions.set(partitionKey(p), wider)
    },
    close: () => db.close(),
  }
}

/** Takes the partitions of an older release forward. Only then does the catalog say that it is of this release. */
function upgradePartitions(folder: string): void {
  if (!existsSync(catalogPath(folder))) return
  const db = openForReading(catalogPath(folder), FORMAT)
  const older = Number(db.prepare('PRAGMA user_version').get()?.user_version) < FORMAT.version
  const partitions = older ? readAll(db) : []
  db.close()
  for (const p of partitions) openDatabase(partitionPath(folder, p), PARTITION_FORMAT).close()
}

/** The catalog for a thread that only reads. */
export function openCatalogReader(folder: string): { all(): Partition[]; close(): void } {
  const db = openForReading(catalogPath(folder), FORMAT)
  const select = selectAll(db)
  return { all: () => rows(select), close: () => db.close() }
}

const selectAll = (db: DatabaseSync) => db.prepare('SELECT day, class, first, last FROM partitions')
const readAll = (db: DatabaseSync): Partition[] => rows(selectAll(db))
const rows = (select: ReturnType<typeof selectAll>): Partition[] =>
  select.all().map(row => ({
    day: row.day as string,
    retentionClass: row.class as string,
    first: Number(row.first),
    last: Number(row.last),
  }))
