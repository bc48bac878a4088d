import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchClient } from './client.ts'
import type { IndexNames } from './names.ts'

/** Refreshes do not follow each other more closely: every one that finds something new makes a segment. */
const GAP_MS = 100
/** A slower one is not waited for: the index refreshes by itself, too. */
const TIMEOUT_MS = 2000
/** Where something was put so recently, more will have been: a search in the hope that nothing was is not worth its while. */
const BUSY_MS = 2000

const EVERYWHERE = { ignore_unavailable: true, allow_no_indices: true, expand_wildcards: 'open' } as const

export interface CatchUp {
  /**
   * Makes what was put before the call visible to searches after it, whichever process put it: who has heard that an event is there may look
   * for it at once. Calls at the same time share one refresh, so searches cost no more than ten a second.
   */
  catchUp(): Promise<void>
  /**
   * What `ask` answers with all in it that was put before the call. Where nothing was put since the last refresh, which the cluster is asked
   * meanwhile, that costs no time; else it catches up, and asks (again).
   */
  upToDate<T>(ask: () => Promise<T>): Promise<T>
}

export function createCatchUp(
  client: SearchClient,
  names: IndexNames,
  { gapMs = GAP_MS, busyMs = BUSY_MS } = {},
): CatchUp {
  let running: Promise<void> = Promise.resolve()
  /** The refresh that has not begun: the only one that a new call may share. */
  let next: Promise<void> | undefined
  let endedAt = Number.NEGATIVE_INFINITY
  /** How much had been written when the last refresh began: all of it is visible. */
  let visible: string | undefined
  let changedAt = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    const wait = endedAt + gapMs - performance.now()
    if (wait > 0) await sleep(wait)
    next = undefined
    const before = await written(client, names)
    // A cluster that cannot do it answers the search itself no better, and that one says so.
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

/** How much has been written, ever; counted when a write is answered. undefined where the cluster does not say. */
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
