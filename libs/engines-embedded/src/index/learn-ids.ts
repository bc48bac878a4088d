import { openForReading } from '../sqlite/database.ts'
import { isOutOfRoom } from '../sqlite/faults.ts'
import type { Catalog } from './catalog.ts'
import type { KnownIds } from './known-ids.ts'
import { PARTITION_FORMAT, partitionPath } from './partition-file.ts'

/** Ids per step: some ten milliseconds. */
const PAGE = 20_000

/**
 * Learns the ids of every partition in steps, some two million a second. Nothing may be put meanwhile, but partitions
 * may be sealed and dropped. A partition that cannot be read is skipped, unless the disk has no room for the index that
 * SQLite makes of a log: then its turn comes again.
 * @returns steps, `later` where the next should wait
 */
export function* learnIds(
  folder: string,
  catalog: Catalog,
  known: KnownIds,
  warn: (fault: unknown) => void,
): Generator<'later' | undefined> {
  const ids = [...catalog.all()].sort((a, b) => (a.day < b.day ? -1 : 1)).map(p => p.id)
  while (ids[0] !== undefined) {
    const id = ids[0]
    try {
      const partition = catalog.find(id)
      if (partition) yield* learnPartition(partitionPath(folder, partition), id, known)
    } catch (fault) {
      if (isOutOfRoom(fault)) {
        yield 'later'
        continue
      }
      if (catalog.find(id)) {
        known.forget(id)
        warn(fault)
      }
    }
    ids.shift()
  }
}

function* learnPartition(path: string, id: string, known: KnownIds): Generator<undefined> {
  const db = openForReading(path, PARTITION_FORMAT)
  try {
    const page = db.prepare('SELECT hash >> 32, hash & 4294967295 FROM ids WHERE hash > ? ORDER BY hash LIMIT ?')
    page.setReturnArrays(true)
    for (let last = -(2n ** 63n); ; ) {
      const rows = page.all(last, PAGE) as unknown as [high: number, low: number][]
      for (const [high, low] of rows) known.add({ high, low }, id)
      const end = rows.at(-1)
      yield undefined
      if (!end || rows.length < PAGE) return
      last = (BigInt(end[0]) << 32n) | BigInt(end[1])
    }
  } finally {
    db.close()
  }
}
