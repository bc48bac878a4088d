import { createIdFilter, type IdFilter, type IdHash } from './id-filter.ts'

/** Maximum number of filters, each for some 840,000 ids in 2 MiB. */
const MAX_FILTERS = 96

/**
 * Which partitions an event may be in already, from memory: some 2.5 bytes per event of the index. It never names too
 * few of them, and rarely one too many, so a new event is usually not looked up at all. Partitions are named by their
 * ids.
 */
export interface KnownIds {
  add(id: IdHash, partition: string): void
  /** It has events whose ids are not known. */
  forget(partition: string): void
  /** Partitions that may have it. @param near whether to include a partition whose ids are not known */
  mayHave(id: IdHash, near: (partition: string) => boolean): ReadonlySet<string>
  /** Frees the room of partitions that are gone. */
  retain(isThere: (partition: string) => boolean): void
}

interface Chunk {
  readonly filter: IdFilter
  /** The partition of these ids. */
  readonly partitions: Set<string>
}

export function createKnownIds(maxFilters = MAX_FILTERS, newFilter = createIdFilter): KnownIds {
  /** In the order in which ids came; the last one is being filled. */
  let chunks: Chunk[] = []
  const forgotten = new Set<string>()

  function current(): Chunk {
    const last = chunks.at(-1)
    if (last && !last.filter.full) return last
    const made: Chunk = { filter: newFilter(), partitions: new Set() }
    chunks.push(made)
    if (chunks.length > maxFilters) for (const p of chunks.shift()?.partitions ?? []) forgotten.add(p)
    return made
  }
  return {
    add(id, partition) {
      const { filter, partitions } = current()
      filter.add(id)
      partitions.add(partition)
    },
    forget: partition => void forgotten.add(partition),
    mayHave(id, near) {
      const found = new Set<string>()
      for (const { filter, partitions } of chunks)
        if (filter.mayHave(id)) for (const partition of partitions) found.add(partition)
      for (const partition of forgotten) if (near(partition)) found.add(partition)
      return found
    },
    retain(isThere) {
      for (const set of [forgotten, ...chunks.map(c => c.partitions)])
        for (const partition of set) if (!isThere(partition)) set.delete(partition)
      chunks = chunks.filter(chunk => chunk.partitions.size > 0)
    },
  }
}
