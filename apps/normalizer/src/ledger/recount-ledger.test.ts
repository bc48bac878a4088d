import { describe, expect, it } from '@jest/globals'
import { PLATFORM_TENANT } from '@wardline/kernel'
import type { LogIndex } from '@wardline/ports'
import {
  ingestLedger,
  ingestLedgerHours,
  ledgerChecks,
  normalizerLedgerHours,
  rejections,
  tenants,
} from '@wardline/registries'
import { createLedgerCounter, update } from '@wardline/service-kit'
import fc from 'fast-check'
import { createNormalize } from '../normalize/normalize.ts'
import type { Normalize } from '../normalize/types.ts'
import { createKit, received, TENANT } from '../testing/kit.ts'
import { itemOfEvent } from '../tiers/item-of-event.ts'
import { noteTaken } from './note-taken.ts'
import { hoursToRecount, recountLedger } from './recount-ledger.ts'

const HOUR = 3_600_000
const real = createNormalize()
/** Trips over raw logs that say `poison`, until it is mended. */
const fragile =
  (state: { mended: boolean }): Normalize =>
  (payload, context) => {
    if (payload.raw.includes('poison') && !state.mended) throw new RangeError('poison')
    return real(payload, context)
  }

/** A tenant whose ledger has been recounted once before, so that every hour from now on is. */
async function ready() {
  const state = { mended: false }
  const lost = new Set<string>()
  const throughIndex = (index: LogIndex): LogIndex => ({
    ...index,
    async countReceived(tenant, from, to) {
      const answer = await index.countReceived(tenant, from, to)
      return {
        ...answer,
        counts: answer.counts.map(c => ({ ...c, count: c.count - (lost.has(c.logSourceId) ? 1 : 0) })),
      }
    },
  })
  const kit = createKit({ normalize: fragile(state), throughIndex })
  await kit.memory.write(
    tenants,
    PLATFORM_TENANT,
    {
      id: TENANT,
      name: 'a',
      state: 'active',
      created_at: '2026-01-01T00:00:00.000Z',
      auto_tickets: true,
      first_account_at: null,
    },
    { expect: 'absent' },
  )
  const gauges = new Map<string, number>()
  const alarms: string[] = []
  const ports = {
    ...kit.ports,
    metrics: {
      ...kit.ports.metrics,
      gauge: (name: string, value: number) => void gauges.set(name, value),
      count: (name: string, labels: Record<string, string> = {}) =>
        void (name === 'alarms' && alarms.push(String(labels.name))),
    },
  }
  const job = recountLedger(ports, { againMs: 0 })
  const run = () => job.run({ signal: new AbortController().signal })
  const accepted = createLedgerCounter(kit.memory, ingestLedger, ingestLedgerHours)
  const accept = (events: readonly ReturnType<typeof received>[], offset: number) =>
    accepted.add(
      events.map((e, i) => ({
        tenantId: TENANT,
        logSourceId: e.payload.log_source_id,
        position: { partition: 0, offset: String(offset + i) },
        counts: { accepted: 1 },
        hourly: { receivedAt: Date.parse(e.payload.received_at), counts: { accepted: 1 } },
      })),
    )
  const differences = async (source = 'src_1') =>
    (await kit.memory.read(ledgerChecks, TENANT, source))?.doc.differences ?? []
  await run()
  // The first hour that is recounted whole.
  kit.clock.advance(HOUR)
  const at = new Date(Math.floor(kit.clock.now() / HOUR) * HOUR + 60_000).toISOString()
  const sent = (name: string, over = {}) => received(name, { received_at: at, ...over })
  /** The hour is over, and settled. */
  const close = () => kit.clock.advance(2 * HOUR)
  return { ...kit, state, lost, run, accept, differences, gauges, alarms, sent, close }
}

describe('the recount of the ledger', () => {
  it('finds nothing to say where the stores hold what the ledger claims', async () => {
    const { deliver, accept, sent, close, run, differences, gauges, alarms } = await ready()
    const batch = [sent('1'), sent('2'), sent('3', { raw: 'poison' }), sent('1')]
    await accept(batch, 0)
    await deliver(batch, 0)
    close()
    await run()
    expect(await differences()).toEqual([])
    expect(gauges.get('ledger_differences')).toBe(0)
    expect(alarms).toEqual([])
  })

  it('says where an event is missing from the log index, once as an alarm, until it is there again', async () => {
    const { deliver, accept, sent, close, run, differences, lost, gauges, alarms, clock } = await ready()
    const batch = [sent('1'), sent('2')]
    await accept(batch, 0)
    await deliver(batch, 0)
    close()
    lost.add('src_1')
    await run()
    expect(await differences()).toMatchObject([{ what: 'searchable', ledger: 2, stores: 1 }])
    clock.advance(10 * 60_000)
    await run()
    expect(gauges.get('ledger_differences')).toBe(1)
    expect(alarms).toEqual(['ledger_difference'])
    lost.clear()
    clock.advance(10 * 60_000)
    await run()
    expect(await differences()).toEqual([])
    expect(gauges.get('ledger_differences')).toBe(0)
  })

  it('says where an accepted log is neither searchable nor a dead letter though all has been processed', async () => {
    const { deliver, accept, sent, close, run, differences } = await ready()
    const batch = [sent('1'), sent('2'), sent('3')]
    await accept(batch, 0)
    await deliver([batch[0]!], 0)
    await deliver([batch[2]!], 2)
    close()
    await run()
    expect(await differences()).toMatchObject([{ what: 'accepted', ledger: 3, stores: 2 }])
  })

  it('says nothing of what is still on its way, nor of events that are stored and not counted yet', async () => {
    const { deliver, accept, sent, close, run, differences, memory } = await ready()
    const batch = [sent('1'), sent('2'), sent('3')]
    await accept(batch, 0)
    await deliver(batch.slice(0, 2), 0)
    const [row] = await memory.list(normalizerLedgerHours, TENANT, { limit: 1 })
    await update(memory, normalizerLedgerHours, TENANT, row!.doc.id, current => ({
      doc: { ...current!.doc, counts: { searchable: 1, stored: 1 } },
    }))
    close()
    await run()
    expect(await differences()).toEqual([])
  })

  it('says where a dead letter is gone that nobody has replayed or discarded', async () => {
    const { deliver, accept, sent, close, run, differences, call, memory } = await ready()
    const batch = [sent('1', { raw: 'poison' }), sent('2', { raw: 'poison 2' })]
    await accept(batch, 0)
    await deliver(batch, 0)
    const [first] = (await call('listRejections')).body.items as { rejection_id: string; version: number }[]
    await memory.remove(rejections.normalizer, TENANT, first!.rejection_id, first!.version)
    close()
    await run()
    expect(await differences()).toMatchObject([{ what: 'dead_lettered', ledger: 2, stores: 1 }])
  })

  it('holds after replays and discards', async () => {
    const { deliver, accept, sent, close, run, differences, call, state } = await ready()
    const batch = [sent('1', { raw: 'poison' }), sent('2', { raw: 'poison 2' }), sent('3')]
    await accept(batch, 0)
    await deliver(batch, 0)
    const open = (await call('listRejections')).body.items as { rejection_id: string }[]
    state.mended = true
    await call('replayRejection', { params: { rejection_id: open[0]!.rejection_id } })
    await call('discardRejection', { params: { rejection_id: open[1]!.rejection_id }, body: { reason: 'noise' } })
    close()
    await run()
    expect(await differences()).toEqual([])
  })

  it('misses no event that was erased on request since, and one that is lost all the same', async () => {
    const { deliver, accept, sent, close, run, differences, ports, lost, clock } = await ready()
    const batch = [sent('1'), sent('2'), sent('3')]
    await accept(batch, 0)
    await deliver(batch, 0)
    const [partition] = await ports.index.partitions()
    const { events } = await ports.index.readPartition(partition!, TENANT, { limit: 1 })
    const item = itemOfEvent(TENANT, events[0]!, {
      partitionDay: partition!.day,
      retentionClass: partition!.retentionClass,
    })
    await noteTaken(ports, TENANT, events)
    close()
    await run()
    expect(await differences()).toEqual([])
    // Begun anew after a crash.
    await noteTaken(ports, TENANT, events)
    await ports.index.erase(partition!, [item])
    clock.advance(10 * 60_000)
    await run()
    expect(await differences()).toEqual([])
    lost.add('src_1')
    clock.advance(10 * 60_000)
    await run()
    expect(await differences()).toMatchObject([{ what: 'searchable', ledger: 3, stores: 2 }])
  })

  it('closes wherever consumers fall back to, and however often events are sent again', async () => {
    const plan = fc.record({
      refs: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 30 }),
      restarts: fc.array(fc.record({ back: fc.nat(30), ahead: fc.integer({ min: 1, max: 30 }) }), { maxLength: 8 }),
    })
    await fc.assert(
      fc.asyncProperty(plan, async ({ refs, restarts }) => {
        const { deliver, accept, sent, close, run, differences, memory } = await ready()
        const log = refs.map(n => sent(String(n), n % 5 === 4 ? { raw: `poison ${n}` } : {}))
        let committed = 0
        for (const { back, ahead } of [...restarts, { back: log.length, ahead: log.length }]) {
          const from = Math.max(0, committed - back)
          const to = Math.min(log.length, from + ahead)
          await accept(log.slice(from, to), from)
          await deliver(log.slice(from, to), from)
          committed = Math.max(committed, to)
        }
        close()
        await run()
        expect(await differences()).toEqual([])
        const [row] = await memory.list(normalizerLedgerHours, TENANT, { limit: 1 })
        const distinct = new Set(refs.filter(n => n % 5 !== 4))
        expect(row!.doc.counts.stored ?? 0).toBe(distinct.size)
        expect((row!.doc.counts.searchable ?? 0) + (row!.doc.counts.dead_lettered ?? 0)).toBe(refs.length)
      }),
      { numRuns: 25 },
    )
  }, 240_000)

  it('looks at the last hours every time, and at each of the last day in turn', () => {
    const now = Date.parse('2026-11-21T12:04:00Z')
    const hours = (turn: number) => hoursToRecount(now, turn).map(h => new Date(h).toISOString().slice(5, 13))
    expect(hours(0)).toEqual(['11-21T12', '11-21T11', '11-21T10', '11-21T09'])
    expect(hours(1)).toEqual(['11-21T12', '11-21T11', '11-21T10', '11-21T08'])
    const all = Array.from({ length: 21 }, (_, turn) => hours(turn)).flat()
    expect(new Set(all).size).toBe(24)
  })
})
