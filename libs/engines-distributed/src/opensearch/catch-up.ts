import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchClient } from './client.ts'
import type { IndexNames } from './names.ts'

/** Minimum time between refreshes: every refresh that finds something new creates a segment. */
const GAP_MS = 100
/** A slower one is not waited for: the index refreshes by itself, too. */
const TIMEOUT_MS = 2000
/**
 * If something was put this recently, more has probably followed, so a search in the hope that nothing did is not
 * worthwhile.
 */
const BUSY_MS = 2000

const EVERYWHERE = { ignore_unavailable: true, allow_no_indices: true, expand_wildcards: 'open' } as const

export interface CatchUp {
  /**
   * Makes what was put before the call visible to searches after it, whichever process put it: a caller that was told
   * that an event is stored may search for it at once. Concurrent calls share one refresh, so searches cost no more
   * than ten a second.
   */
  catchUp(): Promise<void>
  /**
   * The result of `ask`, including everything that was put before the call. If nothing was put since the last refresh,
   * which is checked in parallel, that costs no time. Otherwise it catches up and calls `ask` (again).
   */
  upToDate<T>(ask: () => Promise<T>): Promise<T>
}

export function createCatchUp(
  client: SearchClient,
  names: IndexNames,
  { gapMs = GAP_MS, busyMs = BUSY_MS } = {},
): CatchUp {
  let running: Promise<void> = Promise.resolve()
  /** The refresh that has not started: the only one that a new call may share. */
  let next: Promise<void> | undefined
  let endedAt = Number.NEGATIVE_INFINITY
  /** How much had been written when the last refresh started: all of that is visible. */
  let visible: string | undefined
  let changedAt = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    const wait = endedAt + gapMs - performance.now()
    if (wait > 0) await sleep(wait)
    next = undefined
    const before = await written(client, names)
    // If the cluster cannot refresh, the search fails as well and reports it.
    const done = await client
      .request({ method: 'POST', path: `/${names.all}/_refresh`, query: EVERYWHERE, timeoutMs: TIMEOUT_MS })
      .then(
        () => true,
        () => false,
      )
    endedAt = performance.now()
    if (before !== visible) changedAt = endedAt
    visible = done ? before : undefined
  }
  const catchUp = (): Promise<void> => {
    if (next === undefined) {
      next = running.then(refresh)
      running = next
    }
    return next
  }
  return {
    catchUp,
    async upToDate(ask) {
      const known = visible
      if (known !== undefined && performance.now() - changedAt > busyMs) {
        const [now, answer] = await Promise.all([written(client, names), ask()])
        if (now === known) return answer
        changedAt = performance.now()
      }
      await catchUp()
      return ask()
    },
  }
}

interface Stats {
  readonly _all?: {
    readonly primaries?: { readonly indexing?: { readonly index_total: number; readonly delete_total: number } }
  }
}

/** Total number of writes so far, counted when a write is answered. undefined if the cluster does not report it. */
async function written(client: SearchClient, names: IndexNames): Promise<string | undefined> {
  const query = {
    ...EVERYWHERE,
    filter_path: '_all.primaries.indexing.index_total,_all.primaries.indexing.delete_total',
  }
  const stats = await client
    .request<Stats>({ method: 'GET', path: `/${names.all}/_stats/indexing`, query, timeoutMs: TIMEOUT_MS })
    .catch(() => undefined)
  if (!stats) return undefined
  const { index_total = 0, delete_total = 0 } = stats._all?.primaries?.indexing ?? {}
  return `${index_total} ${delete_total}`
}
