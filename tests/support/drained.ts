import type { ApiClient } from '../../tools/client/api.ts'
import { eventually } from './until.ts'

/** A source's ledger once everything that was accepted has been processed; the last one read if that takes too long. */
export async function drained(
  api: Pick<ApiClient, 'get'>,
  source: string,
  withinMs = 120_000,
): Promise<Record<string, number>> {
  const read = async (): Promise<Record<string, number>> => (await api.get(`/log-sources/${source}/ledger`)).body
  return eventually(read, ({ pending }) => pending === 0, withinMs)
}
