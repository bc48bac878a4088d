// The state of the platform after a fault, as its public API reports it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../../tools/client/api.ts'

/** Recovery has no deadline of its own; this one is the test's, far above what was ever seen. */
const PATIENCE_MS = 180_000

/** Polls until the condition is met. @returns the last answer in any case, for the test to check */
export async function eventually<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T | undefined> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if ((answer !== undefined && holds(answer)) || Date.now() > deadline) return answer
    await sleep(250)
  }
}

export interface Ledger {
  readonly accepted: number
  readonly normalized: number
  readonly evaluated: number
  readonly rejected: number
  readonly pending: number
}

/** The ledgers of these sources added up, once nothing is pending. */
export async function closedLedger(api: ApiClient, sources: readonly string[]): Promise<Ledger | undefined> {
  return eventually(
    async () => {
      const answers = await Promise.all(sources.map(id => api.get(`/log-sources/${id}/ledger`)))
      const sum = (key: keyof Ledger): number => answers.reduce((total, { body }) => total + body[key], 0)
      if (answers.some(a => a.status !== 200)) throw new Error('the ledger does not answer')
      return {
        accepted: sum('accepted'),
        normalized: sum('normalized'),
        evaluated: sum('evaluated'),
        rejected: sum('rejected'),
        pending: sum('pending'),
      }
    },
    ledger => ledger.pending === 0,
  )
}

/** Every event_id that a walk through the search shows, repetitions included. */
export async function searched(api: ApiClient, sources: readonly string[], from: Date, to: Date): Promise<string[]> {
  const ids: string[] = []
  const within = `from=${from.toISOString()}&to=${to.toISOString()}&limit=200`
  for (const source of sources) {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page = await api.get(`/logs/search?log_source_id=${source}&${within}${more}`)
      if (page.status !== 200) throw new Error(`the search answered ${page.status} ${page.body?.code}`)
      ids.push(...page.body.items.map((item: { event_id: string }) => item.event_id))
      cursor = page.body.next_cursor
    }
  }
  return ids
}

export interface SeenAlert {
  readonly alert_id: string
  readonly sequence: number
  readonly rule: { readonly title: string }
  readonly log_event_refs: readonly string[]
  readonly group: Readonly<Record<string, string>> | null
  readonly count: number
}

/** Every alert with a sequence above `after`, in order, once there are as many as `expected`, or patience ends. */
export async function alertsAfter(api: ApiClient, after: number, expected: number): Promise<readonly SeenAlert[]> {
  const seen: SeenAlert[] = []
  const deadline = Date.now() + PATIENCE_MS
  for (let last = after; ; ) {
    const page = await api.get(`/alerts?after_sequence=${last}&order=asc&limit=200`).catch(() => undefined)
    const items: SeenAlert[] = page?.status === 200 ? page.body.items : []
    seen.push(...items)
    last = items.at(-1)?.sequence ?? last
    if (items.length === 0 && (seen.length >= expected || Date.now() > deadline)) return seen
    if (items.length === 0) await sleep(250)
  }
}

/** The lag of every consumer group, once all are zero. */
export async function lagOf(adminUrl: string): Promise<Readonly<Record<string, number>>> {
  const ask = async (): Promise<Record<string, number>> => {
    const text = await (await fetch(`${adminUrl}/metrics`)).text()
    const lags = text.matchAll(/^wardline_consumer_lag\{[^}]*group="([^"]+)"[^}]*\} (\S+)$/gm)
    return Object.fromEntries([...lags].map(([, group, lag]) => [group!, Number(lag)]))
  }
  const all = await eventually(ask, lags => Object.keys(lags).length > 0 && Object.values(lags).every(lag => lag === 0))
  return all ?? {}
}
