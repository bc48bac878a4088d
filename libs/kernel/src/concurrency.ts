/** Most reads or writes that one batch keeps in flight: enough for the engines to commit them in groups. */
export const IN_FLIGHT = 64

/** Most tenants of one batch that are worked on side by side. */
export const TENANTS_AT_ONCE = 8

/** `Promise.all` over `items` with at most `limit` in flight. After a failure nothing new is begun, and it rejects once what was begun has ended. */
export async function mapLimited<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
  limit = IN_FLIGHT,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  let failed = false
  const worker = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const i = next++
      try {
        results[i] = await run(items[i] as T)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker))
  const rejected = workers.find(w => w.status === 'rejected')
  if (rejected) throw rejected.reason
  return results
}
