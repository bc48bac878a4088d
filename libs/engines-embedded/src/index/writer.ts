import { type Clock, DAY_MS, rfc3339 } from '@wardline/kernel'
import { isRestoredClass, type PutResult } from '@wardline/ports'
import type { Gate } from '../snapshot/gate.ts'
import { isSqliteFault } from '../sqlite/faults.ts'
import { inSteps } from '../sqlite/purge.ts'
import { type Catalog, openCatalog } from './catalog.ts'
import { createFileCache } from './file-cache.ts'
import type { IdHash } from './id-filter.ts'
import { createKnownIds, type KnownIds } from './known-ids.ts'
import { learnIds } from './learn-ids.ts'
import type { EraseColumns, PutColumns } from './methods.ts'
import {
  isPartitionName,
  newPartition,
  type PartitionAt,
  type PartitionName,
  partitionKey,
  partitionPath,
} from './partition-file.ts'
import { createPartitionMoves, recoverSealed, removeOrphans } from './partition-moves.ts'
import { idHash, idHashes, openPartitionWriter, type PartitionWriter } from './partition-writer.ts'

/** How many days from a partition's day to look for an earlier delivery of an event, when its ids are not known. */
const NEIGHBOUR_DAYS = 7

export interface IndexWriter {
  /**
   * Learns which events exist, a step at a time; `later`: the next step should wait. Nothing may be put before it has
   * finished.
   */
  learn(): Iterable<'later' | undefined>
  /** Writes all items in one transaction per partition. Resolves when they are durable. */
  put(batches: readonly PutColumns[]): (readonly PutResult[])[]
  /** By partition ids. A missing partition is skipped. */
  seal(id: string): Promise<void>
  drop(id: string): void
  erase(id: string, events: EraseColumns): number
  /** Overwrites what erased events have left behind. */
  purge(id: string): Promise<void>
  close(): void
}

/** A partition in the current round. */
interface Open {
  readonly at: PartitionAt
  readonly writer: PartitionWriter
  first: number
  last: number
  failed: boolean
}

/** The result of an item, and the partition that it depends on. */
interface Verdict {
  readonly result: PutResult
  readonly at?: Open
}

/** @param within runs each change: a snapshot of the files sees all of it or nothing. */
export function openIndexWriter(
  folder: string,
  maxOpen: number,
  clock: Clock,
  within: Gate['within'] = round => round(),
  warn: (fault: unknown) => void = () => {},
): IndexWriter {
  const catalog: Catalog = openCatalog(folder)
  removeOrphans(folder, catalog)
  recoverSealed(folder, catalog)
  const files = createFileCache<PartitionWriter>(maxOpen)
  const moves = createPartitionMoves(folder, catalog, within, p => files.retain(file => file !== p.file))
  const ids = createKnownIds()
  /** Partitions that have a file but no events yet, so that they are not in the catalog. */
  const begun = new Map<string, PartitionAt>()

  const atOf = (name: PartitionName): PartitionAt => {
    const known = catalog.get(name) ?? begun.get(partitionKey(name))
    if (known) return known
    const made = newPartition(name)
    begun.set(partitionKey(name), made)
    return made
  }
  const writerOf = (at: PartitionAt): PartitionWriter =>
    files.acquire(at.file, () => openPartitionWriter(partitionPath(folder, at), catalog.find(at.id)?.sealed))

  const round = (batches: readonly PutColumns[]): Verdict[][] => {
    const opened = new Map<string, Open>()
    const open = (name: PartitionName): Open => {
      const key = partitionKey(name)
      const known = opened.get(key)
      if (known) return known
      const at = atOf(name)
      const writer = writerOf(at)
      const made: Open = {
        at,
        writer,
        first: Number.POSITIVE_INFINITY,
        last: Number.NEGATIVE_INFINITY,
        failed: false,
      }
      opened.set(key, made)
      return made
    }
    const today = rfc3339(clock.now()).slice(0, 10)
    const places: Places = {
      open,
      ids,
      find: id => catalog.find(id) ?? [...opened.values()].find(p => p.at.id === id)?.at,
      isSealed: name => catalog.get(name)?.sealed ?? false,
      today,
    }
    try {
      const verdicts = batches.map(batch => batch.eventIds.map((_, i) => putOne(batch, i, places)))
      for (const partition of opened.values()) {
        commitOne(partition, catalog)
        if (catalog.find(partition.at.id)) begun.delete(partitionKey(partition.at))
      }
      return verdicts
    } finally {
      for (const { at, writer } of opened.values()) {
        writer.rollback()
        files.release(at.file)
      }
    }
  }

  const erase = (id: string, events: EraseColumns): number => {
    const at = catalog.find(id)
    if (!at) return 0
    const writer = writerOf(at)
    try {
      const erased = events.eventIds.filter((eventId, i) => {
        const tenant = events.tenants[i] as string
        return writer.erase(tenant, eventId, idHash(tenant, eventId), events.tokens[i] as string)
      })
      writer.commit()
      return erased.length
    } finally {
      writer.rollback()
      files.release(at.file)
    }
  }

  const purge = async (id: string): Promise<void> => {
    const at = catalog.find(id)
    if (!at) return
    const writer = writerOf(at)
    try {
      await inSteps(writer.purge(), within)
    } finally {
      files.release(at.file)
    }
  }

  return {
    purge,
    learn: () => learnIds(folder, catalog, ids, warn),
    seal: moves.seal,
    drop(id) {
      within(() => moves.drop(id))
      const there = new Set([...catalog.all(), ...begun.values()].map(p => p.id))
      ids.retain(partition => there.has(partition))
    },
    erase: (id, events) => within(() => erase(id, events)),
    put: batches =>
      within(() => round(batches)).map(verdicts => verdicts.map(({ result, at }) => (at?.failed ? 'retry' : result))),
    close() {
      files.close()
      catalog.close()
    },
  }
}

/** Where an event may go, and where it may already be. */
interface Places {
  open(name: PartitionName): Open
  readonly ids: KnownIds
  /** By the partition's id; undefined when it is gone. */
  find(id: string): PartitionName | undefined
  isSealed(name: PartitionName): boolean
  readonly today: string
}

function putOne(batch: PutColumns, i: number, places: Places): Verdict {
  const { open, ids, isSealed, today } = places
  const name: PartitionName = { day: batch.days[i] as string, retentionClass: batch.classes[i] as string }
  const [tenant, eventId, time] = [batch.tenants[i] as string, batch.eventIds[i] as string, batch.times[i] as number]
  if (!isPartitionName(name)) return { result: { refused: 'partition_invalid' } }
  if (!Number.isFinite(time)) return { result: { refused: 'time_invalid' } }
  let home: Open | undefined
  try {
    home = open(isSealed(name) ? openDay(name, today, isSealed) : name)
    const id = idHashes(tenant, eventId)
    const origin = batch.origins[i] ?? null
    for (const at of mayHold(id, name, home, places)) {
      const there = at.writer.holder(tenant, eventId, id.hash)
      if (there) return { result: origin !== null && there.origin === origin ? 'created' : 'duplicate', at }
    }
    const [tokens, doc, kind] = [batch.tokens[i] as string, batch.docs[i] as string, batch.kinds[i] as string]
    const entry = { tenant, eventId, time, tokens, doc, kind, receivedAt: batch.received[i] as number, origin }
    if (!home.writer.add(entry, id.hash)) return { result: { refused: 'time_full' } }
    ids.add(id, home.at.id)
    home.first = Math.min(home.first, time)
    home.last = Math.max(home.last, time)
    return { result: 'created', at: home }
  } catch (fault) {
    if (!isSqliteFault(fault)) throw fault
    // The disk failed: what this round wrote to the partition is rolled back, and must be put again.
    if (home) home.failed = true
    return { result: 'retry' }
  }
}

function commitOne(partition: Open, catalog: Catalog): void {
  if (partition.failed) return
  try {
    if (partition.first <= partition.last) catalog.widen(partition.at, partition.first, partition.last)
    partition.writer.commit()
  } catch (fault) {
    if (!isSqliteFault(fault)) throw fault
    partition.failed = true
  }
}

/** The current partition of the class, or if that is sealed as well, the first one after it that is not. */
function openDay(name: PartitionName, today: string, isSealed: (p: PartitionName) => boolean): PartitionName {
  let at: PartitionName = { ...name, day: today }
  while (isSealed(at)) at = { ...at, day: rfc3339(Date.parse(at.day) + DAY_MS).slice(0, 10) }
  return at
}

/**
 * Partitions that may have an event already. Events restored from the archive are looked up only in the partition that
 * they are restored to.
 */
function mayHold(id: IdHash, name: PartitionName, home: Open, { open, ids, find }: Places): Open[] {
  const found: Open[] = []
  const near = (partition: string): boolean => {
    const at = find(partition)
    return at !== undefined && (isNear(at, name) || partition === home.at.id)
  }
  for (const partition of ids.mayHave(id, near)) {
    if (partition === home.at.id) found.push(home)
    else if (!isRestoredClass(name.retentionClass)) {
      const at = find(partition)
      if (at) found.push(open(at))
    }
  }
  return found
}

/** By its day; or the partition that got the events which came too late for a sealed one. */
const isNear = (at: PartitionName, { day, retentionClass }: PartitionName): boolean =>
  Math.abs(Date.parse(at.day) - Date.parse(day)) <= NEIGHBOUR_DAYS * DAY_MS ||
  (at.retentionClass === retentionClass && at.day >= day)
