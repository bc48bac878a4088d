import type { PutResult } from '@wardline/ports'
import { isSqliteFault } from '../sqlite/faults.ts'
import { type Catalog, openCatalog } from './catalog.ts'
import { createFileCache } from './file-cache.ts'
import type { PutColumns } from './methods.ts'
import { isPartitionName, type PartitionName, partitionKey, partitionPath } from './partition-file.ts'
import { idHash, openPartitionWriter, type PartitionWriter } from './partition-writer.ts'

/** How far from its day an earlier delivery of an event without a time of its own may lie (design section 7). */
const NEIGHBOUR_DAYS = 7
const DAY_MS = 86_400_000

export interface IndexWriter {
  /** Everything that is given is one transaction per partition. Answers when it is durable. */
  put(batches: readonly PutColumns[]): (readonly PutResult[])[]
  close(): void
}

/** A partition in the round at hand. */
interface Open {
  readonly name: PartitionName
  readonly writer: PartitionWriter
  first: number
  last: number
  failed: boolean
}

/** What became of an item, and which partition that depends on. */
interface Verdict {
  readonly result: PutResult
  readonly at?: Open
}

export function openIndexWriter(folder: string, maxOpen: number): IndexWriter {
  const catalog: Catalog = openCatalog(folder)
  const files = createFileCache<PartitionWriter>(maxOpen)

  const round = (batches: readonly PutColumns[]): Verdict[][] => {
    const opened = new Map<string, Open>()
    const open = (name: PartitionName): Open => {
      const key = partitionKey(name)
      const known = opened.get(key)
      if (known) return known
      const writer = files.acquire(key, () => openPartitionWriter(partitionPath(folder, name)))
      const made: Open = {
        name,
        writer,
        first: Number.POSITIVE_INFINITY,
        last: Number.NEGATIVE_INFINITY,
        failed: false,
      }
      opened.set(key, made)
      return made
    }
    try {
      const verdicts = batches.map(batch =>
        batch.eventIds.map((_, i) =>
          putOne(batch, i, open, () => [...catalog.all(), ...[...opened.values()].map(p => p.name)]),
        ),
      )
      for (const partition of opened.values()) commitOne(partition, catalog)
      return verdicts
    } finally {
      for (const [key, { writer }] of opened) {
        writer.rollback()
        files.release(key)
      }
    }
  }

  return {
    put: batches => round(batches).map(verdicts => verdicts.map(({ result, at }) => (at?.failed ? 'retry' : result))),
    close() {
      files.close()
      catalog.close()
    },
  }
}

function putOne(
  batch: PutColumns,
  i: number,
  open: (name: PartitionName) => Open,
  known: () => PartitionName[],
): Verdict {
  const name: PartitionName = { day: batch.days[i] as string, retentionClass: batch.classes[i] as string }
  const [tenant, eventId, time] = [batch.tenants[i] as string, batch.eventIds[i] as string, batch.times[i] as number]
  if (!isPartitionName(name)) return { result: { refused: 'partition_invalid' } }
  if (!Number.isFinite(time)) return { result: { refused: 'time_invalid' } }
  let home: Open | undefined
  try {
    home = open(name)
    const hash = idHash(tenant, eventId)
    const places = batch.probes[i] ? [home, ...neighbours(name, known()).map(open)] : [home]
    const origin = batch.origins[i] ?? null
    for (const at of places) {
      const there = at.writer.holder(tenant, eventId, hash)
      if (there) return { result: origin !== null && there.origin === origin ? 'created' : 'duplicate', at }
    }
    const [tokens, doc, kind] = [batch.tokens[i] as string, batch.docs[i] as string, batch.kinds[i] as string]
    const entry = { tenant, eventId, time, tokens, doc, kind, receivedAt: batch.received[i] as number, origin }
    if (!home.writer.add(entry, hash)) return { result: { refused: 'time_full' } }
    home.first = Math.min(home.first, time)
    home.last = Math.max(home.last, time)
    return { result: 'created', at: home }
  } catch (fault) {
    if (!isSqliteFault(fault)) throw fault
    // The disk failed: what this round wrote to the partition is taken back, and is to be put again.
    if (home) home.failed = true
    return { result: 'retry' }
  }
}

function commitOne(partition: Open, catalog: Catalog): void {
  if (partition.failed) return
  try {
    if (partition.first <= partition.last) catalog.widen(partition.name, partition.first, partition.last)
    partition.writer.commit()
  } catch (fault) {
    if (!isSqliteFault(fault)) throw fault
    partition.failed = true
  }
}

function neighbours(name: PartitionName, known: readonly PartitionName[]): PartitionName[] {
  const day = Date.parse(name.day)
  const near = known.filter(p => Math.abs(Date.parse(p.day) - day) <= NEIGHBOUR_DAYS * DAY_MS)
  const others = new Map(near.map(p => [partitionKey(p), p]))
  others.delete(partitionKey(name))
  return [...others.values()]
}
