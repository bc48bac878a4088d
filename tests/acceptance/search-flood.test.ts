import { describe, expect, it } from '@jest/globals'
import { DAY_MS } from '@wardline/kernel'
import { createApiClient } from '../../tools/client/api.ts'
import { eventually, freshTenant, target } from './target.ts'

const EVENTS = 3_000
/** Searches of one caller at once: more than one process allows in progress and waiting together (264). */
const FLOOD = 400

/** Each has 64 connections of its own. */
const CLIENTS = 7

/** A tenant with events of many days. @returns a query that has to look at all of them. */
async function filledTenant(name: string, count: number): Promise<{ token: string; expensive: string }> {
  const { admin: api, token } = await freshTenant(name)
  const source = (await api.post('/log-sources', { name, format: 'json' })).body.log_source_id
  const now = Date.now()
  for (let sent = 0; sent < count; sent += 100) {
    const events = Array.from({ length: 100 }, (_, i) => ({
      raw: { time: new Date(now - ((sent + i) % 7) * DAY_MS).toISOString(), msg: `word${sent + i} common text` },
    }))
    expect((await api.post('/logs/ingest', { log_source_id: source, events })).status).toBe(202)
  }
  await eventually(
    () => api.get(`/log-sources/${source}/ledger`),
    ledger => ledger.body.pending === 0,
    60_000,
  )
  const span = `from=${new Date(now - 100 * DAY_MS).toISOString()}&to=${new Date(now + DAY_MS).toISOString()}`
  return { token, expensive: `/logs/search?${span}&q=common&limit=200` }
}

/** Everything that is looked for, or a page that says that its time was over. */
const foundOrCut = (
  { items, coverage }: { items: unknown[]; coverage: { incomplete: { reason: string }[] } },
  count: number,
): boolean => items.length === count || coverage.incomplete.some(i => i.reason === 'deadline')

describe('a tenant that searches without measure', () => {
  it('gets answers, or is told to retry, and keeps no other tenant waiting', async () => {
    const greedy = await filledTenant('greedy', EVENTS)
    const patient = await filledTenant('patient', 100)

    let under = FLOOD
    const clients = Array.from({ length: CLIENTS }, () => createApiClient(target.apiUrl, { token: greedy.token }))
    const calm = createApiClient(target.apiUrl, { token: patient.token })
    const flood = Array.from({ length: FLOOD }, async (_, n) => {
      const answer = await clients[n % CLIENTS]!.get(greedy.expensive)
      under--
      return answer
    })
    for (let i = 0; i < 10; i++) {
      const { status, body } = await calm.get(patient.expensive)
      expect([status, foundOrCut(body, 100)]).toEqual([200, true])
      // Answered while the flood is being served, not after it.
      if (i === 0) expect(under).toBeGreaterThan(0)
    }

    const answers = await Promise.all(flood)
    const served = answers.filter(a => a.status === 200)
    const refused = answers.filter(a => a.status !== 200)
    expect(served.length).toBeGreaterThan(0)
    // Engines that are quick enough serve all of them; that more than may wait are refused is the promise of search-turns.test.ts.
    for (const { status, body, headers } of refused) {
      expect([
        [429, 'rate_limited'],
        [503, 'unavailable'],
      ]).toContainEqual([status, body.code])
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    }
    for (const { body } of served) expect(foundOrCut(body, 200)).toBe(true)
    expect((await clients[0]!.get(greedy.expensive)).status).toBe(200)
  })
})
