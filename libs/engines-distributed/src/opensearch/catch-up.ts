import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchClient } from './client.ts'
import type { IndexNames } from './names.ts'

/** Refreshes do not follow each other more closely: every one that finds something new makes a segment. */
const GAP_MS = 100
/** A slower one is not waited for: the index refreshes by itself, too. */
const TIMEOUT_MS = 2000

/**
 * Makes what was put before the call visible to searches after it, whichever process put it: who has heard that an event is there may look
 * for it at once. Calls at the same time share one refresh, so searches cost no more than ten a second, and quiet indices none.
 */
export function createCatchUp(client: SearchClient, names: IndexNames): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  /** The refresh that has not begun: the only one that a new call may share. */
  let next: Promise<void> | undefined
  let endedAt = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    const wait = endedAt + GAP_MS - performance.now()
    if (wait > 0) await sleep(wait)
    next = undefined
    const query = { ignore_unavailable: true, allow_no_indices: true, expand_wildcards: 'open' }
    // A cluster that cannot do it answers the search itself no better, and that one says so.
    await client
      .request({ method: 'POST', path: `/${names.all}/_refresh`, query, timeoutMs: TIMEOUT_MS })
      .catch(() => undefined)
    endedAt = performance.now()
  }
  return () => {
    if (next === undefined) {
      next = running.then(refresh)
      running = next
    }
    return next
  }
}
