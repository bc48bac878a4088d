import { describe, expect, it } from '@jest/globals'
import { ledgerTaken } from '@wardline/registries'
import { createKit, TENANT } from '../testing/kit.ts'
import { noteTaken } from './note-taken.ts'
import { hoursToRecount } from './recount-ledger.ts'

describe('the recount of the ledger', () => {
  it('checks the last hours every time, and the other hours of the last day in turn', () => {
    const now = Date.parse('2026-11-21T12:04:00Z')
    const hours = (turn: number) => hoursToRecount(now, turn).map(h => new Date(h).toISOString().slice(5, 13))
    expect(hours(0)).toEqual(['11-21T12', '11-21T11', '11-21T10', '11-21T09'])
    expect(hours(1)).toEqual(['11-21T12', '11-21T11', '11-21T10', '11-21T08'])
    const all = Array.from({ length: 21 }, (_, turn) => hours(turn)).flat()
    expect(new Set(all).size).toBe(24)
  })

  it('is told once about an event that is about to be erased, however often the erasure restarts', async () => {
    const { ports, memory, clock } = createKit()
    const event = (id: string, hoursAgo: number) => ({
      event_id: id,
      log_source_id: 'src_1',
      ingested_at: new Date(clock.now() - hoursAgo * 3_600_000).toISOString(),
    })
    for (let i = 0; i < 2; i++) await noteTaken(ports, TENANT, [event('evt_1', 1), event('evt_old', 27)])
    const noted = await memory.list(ledgerTaken, TENANT, { limit: 10 })
    expect(noted.map(({ doc }) => [doc.id, doc.hour])).toEqual([['evt_1', Date.parse('2026-11-21T08:00:00Z')]])
  })
})
