import type { SearchClient } from './client.ts'
import { putSettings, refresh } from './index-calls.ts'

/** The share of deleted documents, in percent, that a segment may have without being rewritten: 10 by default. */
const EXPUNGE = 'index.merge.policy.expunge_deletes_allowed'

interface ShardStats {
  readonly docs: { readonly deleted: number }
  readonly seq_no: { readonly max_seq_no: number }
  readonly retention_leases: { readonly leases: readonly { readonly retaining_seq_no: number }[] }
}

/**
 * Rewrites the segments of an index that still have deleted documents, and empties its log of changes.
 *
 * A merge keeps a deleted document for as long as a copy of the shard might ask for the deletion. How far the copies
 * are is noted by the cluster about twice a minute (retention leases). So the first call remembers the newest change of
 * each shard, and a merge is only begun when all copies are past it: a merge before would rewrite gigabytes for nothing.
 * @returns false while it has to wait
 */
export function createPurge(
  client: SearchClient,
  expunge: (index: string) => Promise<void>,
): (index: string) => Promise<boolean> {
  /** The newest change of each shard when an index was first looked at. A process that starts again waits once more. */
  const marks = new Map<string, ReadonlyMap<string, number>>()

  const shardsOf = async (index: string): Promise<ReadonlyMap<string, readonly ShardStats[]>> => {
    const path = `/${index}/_stats/docs`
    const query = { level: 'shards' }
    const answer = await client.request<{
      indices: Record<string, { shards: Record<string, readonly ShardStats[]> }>
    }>({ method: 'GET', path, query, retries: 1 })
    return new Map(Object.entries(answer.indices[index]?.shards ?? {}))
  }
  const hasDeleted = (copies: readonly ShardStats[]): boolean => copies.some(({ docs }) => docs.deleted > 0)
  const flush = (index: string): Promise<unknown> =>
    client.request({ method: 'POST', path: `/${index}/_flush`, query: { force: true, wait_if_ongoing: true } })

  return async index => {
    const shards = await shardsOf(index)
    if (![...shards.values()].some(hasDeleted)) {
      await flush(index)
      marks.delete(index)
      return true
    }
    const mark = marks.get(index) ?? new Map([...shards].map(([shard, copies]) => [shard, newestOf(copies)]))
    marks.set(index, mark)
    if ([...shards].some(([shard, copies]) => oldestKept(copies) <= (mark.get(shard) ?? 0))) return false
    await flush(index)
    await putSettings(client, index, { [EXPUNGE]: 0 })
    try {
      await expunge(index)
    } finally {
      await putSettings(client, index, { [EXPUNGE]: null })
    }
    await refresh(client, index)
    marks.delete(index)
    if ([...(await shardsOf(index)).values()].some(hasDeleted)) return false
    await flush(index)
    return true
  }
}

const newestOf = (copies: readonly ShardStats[]): number => Math.max(...copies.map(c => c.seq_no.max_seq_no))

/** Changes from this one on are kept for copies. */
const oldestKept = (copies: readonly ShardStats[]): number =>
  Math.min(...copies.flatMap(c => c.retention_leases.leases.map(lease => lease.retaining_seq_no)))
