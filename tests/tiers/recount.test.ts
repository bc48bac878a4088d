import { describe, expect, it } from '@jest/globals'
import type { OperationId } from '@wardline/api'
import type { TenantId } from '@wardline/kernel'
import { HOUR_MS } from '@wardline/kernel'
import type { LogIndex } from '@wardline/ports'
import { ingestLedger, ingestLedgerHours, ledgerChecks, normalizerLedgerHours, rejections } from '@wardline/registries'
import { createLedgerCounter, update } from '@wardline/service-kit'
import fc from 'fast-check'
import { memoryWorld } from './kit.ts'
import { rawLog } from './raw-log.ts'

/** A tenant whose ledger has been recounted once before, so that every hour from now on is. */
async function ready() {
  const state = { mended: false, lost: false }
  /** Refuses events that say `poison` until it is mended, and may have lost an event. */
  const through = (index: LogIndex): LogIndex => ({
    ...index,
    put: items =>
      Promise.all(
        items.map(async item =>
          item.words.includes('poison') && !state.mended ? { refused: 'mapping' } : (await index.put([item]))[0]!,
        ),
      ),
    async countReceived(tenant, from, to) {
      const answer = await index.countReceived(tenant, from, to)
      return { ...answer, counts: answer.counts.map(c => ({ ...c, count: c.count - (state.lost ? 1 : 0) })) }
    },
  })
  const world = await memoryWorld(1, engines => ({ ...engines, index: through(engines.index) }))
  const { clock, registry } = world
  const tenant = world.tenants[0] as TenantId
  const accepted = createLedgerCounter(registry, ingestLedger, ingestLedgerHours)
  type Logs = ReturnType<typeof rawLog>[]
  const accept = (events: Logs, offset: number) =>
    accepted.add(
      events.map((e, i) => ({
        tenantId: tenant,
        logSourceId: e.payload.log_source_id,
        position: { partition: 0, offset: String(offset + i) },
        counts: { accepted: 1 },
        hourly: { receivedAt: Date.parse(e.payload.received_at), counts: { accepted: 1 } },
      })),
    )
  const run = world.recountLedger
  const differences = async () => (await registry.read(ledgerChecks, tenant, 'src_1'))?.doc.differences ?? []
  await run()
  // The first hour that is recounted whole.
  clock.advance(HOUR_MS)
  const receivedAt = Math.floor(clock.now() / HOUR_MS) * HOUR_MS + 60_000
  const sent = (name: string, raw = `message ${name}`) =>
    rawLog({ tenant, eventId: `evt_${name}`, raw, receivedAt, format: 'auto', eventRef: null })
  /** The hour is over, and settled. */
  const close = () => clock.advance(2 * HOUR_MS)
  const deliver = world.handle
  const call = (operation: OperationId, more = {}) => world.call(operation, tenant, more)
  return { ...world, tenant, state, accept, run, differences, sent, close, deliver, call }
}

describe('the recount of the ledger', () => {
  it('reports nothing if the stores have what the ledger claims', async () => {
    const { deliver, accept, sent, close, run, differences, alarms } = await ready()
    const batch = [sent('1'), sent('2'), sent('3', 'poison'), sent('1')]
    await accept(batch, 0)
    await deliver(batch, 0)
    close()
    expect(await run()).toBe(0)
    expect(await differences()).toEqual([])
    expect(alarms()).toEqual([])
  })

  it('reports where an event is missing from the log index, once as an alarm, until it is there again', async () => {
    const { deliver, accept, sent, close, run, differences, state, alarms, clock } = await ready()
    const batch = [sent('1'), sent('2')]
    await accept(batch, 0)
    await deliver(batch, 0)
    close()
    state.lost = true
    await run()
    expect(await differences()).toMatchObject([{ what: 'searchable', ledger: 2, stores: 1 }])
    clock.advance(10 * 60_000)
    expect(await run()).toBe(1)
    expect(alarms()).toEqual(['ledger_difference'])
    state.lost = false
    clock.advance(10 * 60_000)
    expect(await run()).toBe(0)
    expect(await differences()).toEqual([])
    expect(alarms()).toEqual(['ledger_difference', 'ledger_difference is over'])
  })

  it('reports where an accepted log is neither searchable nor a dead letter though all has been processed', async () => {
    const { deliver, accept, sent, close, run, differences } = await ready()
    const batch = [sent('1'), sent('2'), sent('3')]
    await accept(batch, 0)
    await deliver([batch[0]!], 0)
    await deliver([batch[2]!], 2)
    close()
    await run()
    expect(await differences()).toMatchObject([{ what: 'accepted', ledger: 3, stores: 2 }])
  })

  it('reports nothing that is still on its way, and no events that are stored but not counted yet', async () => {
    const { deliver, accept, sent, close, run, differences, registry, tenant } = await ready()
    const batch = [sent('1'), sent('2'), sent('3')]
    await accept(batch, 0)
    await deliver(batch.slice(0, 2), 0)
    const [row] = await registry.list(normalizerLedgerHours, tenant, { limit: 1 })
    await update(registry, normalizerLedgerHours, tenant, row!.doc.id, current => ({
      doc: { ...current!.doc, counts: { searchable: 1, stored: 1 } },
    }))
    close()
    await run()
    expect(await differences()).toEqual([])
  })

  it('reports a missing dead letter that nobody has replayed or discarded', async () => {
    const { deliver, accept, sent, close, run, differences, call, registry, tenant } = await ready()
    const batch = [sent('1', 'poison'), sent('2', 'poison 2')]
    await accept(batch, 0)
    await deliver(batch, 0)
    const [first] = (await call('listRejections')).body.items as { rejection_id: string; version: number }[]
    await registry.remove(rejections.normalizer, tenant, first!.rejection_id, first!.version)
    close()
    await run()
    expect(await differences()).toMatchObject([{ what: 'dead_lettered', ledger: 2, stores: 1 }])
  })

  it('holds after replays and discards', async () => {
    const { deliver, accept, sent, close, run, differences, call, state } = await ready()
    const batch = [sent('1', 'poison'), sent('2', 'poison 2'), sent('3')]
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
    const { deliver, accept, sent, close, run, differences, call, moveTiers, state, clock } = await ready()
    const batch = [sent('1', 'Failed password for alice from 203.0.113.9 port 5 ssh2'), sent('2'), sent('3')]
    await accept(batch, 0)
    await deliver(batch, 0)
    await call('createLogErasure', { body: { subject: { type: 'ip', value: '203.0.113.9' }, reason: 'r' } })
    await moveTiers()
    close()
    await run()
    expect(await differences()).toEqual([])
    clock.advance(10 * 60_000)
    state.lost = true
    await run()
    expect(await differences()).toMatchObject([{ what: 'searchable', ledger: 3, stores: 2 }])
  })

  it('balances wherever consumers fall back to, and however often events are sent again', async () => {
    const plan = fc.record({
      refs: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 30 }),
      restarts: fc.array(fc.record({ back: fc.nat(30), ahead: fc.integer({ min: 1, max: 30 }) }), { maxLength: 8 }),
    })
    await fc.assert(
      fc.asyncProperty(plan, async ({ refs, restarts }) => {
        const { deliver, accept, sent, close, run, differences, registry, tenant } = await ready()
        const log = refs.map(n => sent(String(n), n % 5 === 4 ? `poison ${n}` : undefined))
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
        const [row] = await registry.list(normalizerLedgerHours, tenant, { limit: 1 })
        const distinct = new Set(refs.filter(n => n % 5 !== 4))
        expect(row!.doc.counts.stored ?? 0).toBe(distinct.size)
        expect((row!.doc.counts.searchable ?? 0) + (row!.doc.counts.dead_lettered ?? 0)).toBe(refs.length)
      }),
      { numRuns: 25 },
    )
  }, 240_000)
})
