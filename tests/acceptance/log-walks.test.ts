import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { DAY_MS } from '@wardline/kernel'
import { admin, eventually } from './target.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

interface Found {
  readonly event_id: string
  readonly event_time: string
}

/** A source, the events sent to it, and walks through them. */
async function newSource() {
  const made = await admin.post('/log-sources', { name: `walks ${randomUUID()}`, format: 'json' })
  const id: string = made.body.log_source_id
  /** @returns their event ids, in order. */
  const send = async (times: readonly number[]): Promise<string[]> => {
    const events = times.map((ms, i) => ({ raw: { time: iso(ms), msg: `walk ${i}` } }))
    const answer = await admin.post('/logs/ingest', { log_source_id: id, events })
    expect(answer.status).toBe(202)
    return answer.body.results.map((r: { event_id: string }) => r.event_id)
  }
  const searchable = () =>
    eventually(
      () => admin.get(`/log-sources/${id}/ledger`),
      ledger => ledger.body.pending === 0,
    )
  /** Everything between two times, page by page. @param between runs after each page, beside the next one. */
  async function walk(from: number, to: number, order: string, limit: number, between: (page: number) => void) {
    const query = `/logs/search?log_source_id=${id}&from=${iso(from)}&to=${iso(to)}&order=${order}&limit=${limit}`
    const seen: Found[] = []
    let cursor = ''
    for (let page = 0; ; page++) {
      const answer = await admin.get(query + cursor)
      expect(answer.status).toBe(200)
      seen.push(...answer.body.items)
      between(page)
      if (answer.body.next_cursor === null) return seen
      cursor = `&cursor=${answer.body.next_cursor}`
      expect(page).toBeLessThan(500)
    }
  }
  return { send, searchable, walk }
}

describe('a walk through the log while events arrive', () => {
  it.each(['desc', 'asc'])(
    'shows everything that existed when it started, each event once and in order: %s',
    async order => {
      const { send, searchable, walk } = await newSource()
      const now = Date.now()
      /** Four days, several events of each second. */
      const spread = (n: number): number => now - (n % 4) * DAY_MS - Math.floor(n / 8) * 1000
      const before = (
        await Promise.all([0, 1].map(b => send(Array.from({ length: 100 }, (_, i) => spread(b * 100 + i)))))
      ).flat()
      await searchable()

      const sending: Promise<string[]>[] = []
      const seen = await walk(now - 7 * DAY_MS, now + DAY_MS, order, 7, page => {
        // Ahead of the walk, behind it, and at the very times that it has shown.
        if (page < 12) sending.push(send(Array.from({ length: 10 }, (_, i) => spread(page * 17 + i))))
      })
      const after = (await Promise.all(sending)).flat()

      const ids = seen.map(e => e.event_id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(before.filter(id => !ids.includes(id))).toEqual([])
      expect(ids.filter(id => !before.includes(id) && !after.includes(id))).toEqual([])
      const sorted = seen.toSorted((a, b) =>
        a.event_time === b.event_time ? (a.event_id < b.event_id ? -1 : 1) : a.event_time < b.event_time ? -1 : 1,
      )
      expect(ids).toEqual((order === 'asc' ? sorted : sorted.toReversed()).map(e => e.event_id))

      await searchable()
      const all = await walk(now - 7 * DAY_MS, now + DAY_MS, order, 200, () => {})
      expect(all.map(e => e.event_id).sort()).toEqual([...before, ...after].sort())
    },
  )
})
