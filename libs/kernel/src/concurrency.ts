import pLimit from 'p-limit'

/** Most reads or writes that one batch keeps in flight: enough for the engines to commit them in groups. */
export const IN_FLIGHT = 64

/** Most tenants of one batch that are processed side by side. */
export const TENANTS_AT_ONCE = 8

/**
 * `Promise.all` over `items` with at most `limit` in flight. After a failure it starts nothing new, and rejects once
 * everything running has ended.
 */
export async function mapLimited<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
  limit = IN_FLIGHT,
): Promise<R[]> {
  const turn = pLimit({ concurrency: limit, rejectOnClear: true })
  const begin = async (item: T): Promise<R> => {
    try {
      return await run(item)
    } catch (error) {
      turn.clearQueue()
      throw error
    }
  }
  const runs = items.map(item => turn(begin, item))
  const ended = await Promise.allSettled(runs)
  // Indexes are handed out in order, so the first failure belongs to an item that was started, not to one that was
  // called off.
  const failed = ended.find(e => e.status === 'rejected')
  if (failed) throw failed.reason
  return ended.map(e => (e as PromiseFulfilledResult<R>).value)
}
