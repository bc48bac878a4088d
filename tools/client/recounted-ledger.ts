import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from './api.ts'

/**
 * The sum of the hourly rows of a source's ledger, and the result of a recount of the stores that started after the
 * call.
 */
export interface RecountedLedger {
  readonly received: number
  readonly accepted: number
  readonly duplicate: number
  readonly rejected: number
  readonly searchable: number
  readonly dead_lettered: number
  readonly in_flight: number
  readonly differences: readonly unknown[]
}

/**
 * @throws Error when the stores were not recounted twice within `patienceMs`: the first of the two may have started
 * before the call.
 */
export async function recountedLedger(api: ApiClient, source: string, patienceMs = 60_000): Promise<RecountedLedger> {
  const until = Date.now() + patienceMs
  const seen = new Set<string>()
  for (;;) {
    const { status, body } = await api.get(
      `/log-sources/${source}/ledger?from=${new Date(until - patienceMs - 82_800_000).toISOString()}`,
    )
    if (status === 200) seen.add(String(body.checked_at))
    if (seen.size > 2) {
      const total = (count: string): number =>
        body.hours.reduce((sum: number, row: Record<string, number>) => sum + (row[count] ?? Number.NaN), 0)
      return {
        received: total('received'),
        accepted: total('accepted'),
        duplicate: total('duplicate'),
        rejected: total('rejected'),
        searchable: total('searchable'),
        dead_lettered: total('dead_lettered'),
        in_flight: total('in_flight'),
        differences: body.differences,
      }
    }
    if (Date.now() > until) throw new Error('the ledger is not recounted')
    await sleep(250)
  }
}
