import { describe, expect, it } from '@jest/globals'
import { HOUR_MS } from '@wardline/kernel'
import {
  ingestLedgerHours,
  normalizerLedger,
  normalizerLedgerHours,
  type RejectionDoc,
  rejections,
} from '@wardline/registries'
import { createLedgerCounter, hostedSubscription } from '@wardline/service-kit'
import { as, codeOf, createKit, OTHER_TENANT, TENANT } from '../testing/kit.ts'

async function ready() {
  const kit = createKit()
  const source = await kit.newSource()
  const running = await kit.bus.subscribe(hostedSubscription('ingest', kit.service.subscriptions[0]!, kit.ports))
  const send = (events: object[]) => kit.call('ingestLogs', { body: { log_source_id: source, events } })
  const logs = (n: number) => Array.from({ length: n }, () => ({ raw: 'x' }))
  const hours = async (search = 'from=2026-11-21T00:00:00Z') =>
    (await kit.call('readLogSourceLedger', { params: { source_id: source }, search })).body.hours as object[]
  let offset = 0
  /** The next deliveries are processed. */
  const process = (n: number, counts: Record<string, number>) =>
    createLedgerCounter(kit.memory, normalizerLedger, normalizerLedgerHours).add(
      Array.from({ length: n }, () => ({
        tenantId: TENANT,
        logSourceId: source,
        position: { partition: 0, offset: String(offset++) },
        counts: { normalized: 1 },
        hourly: { receivedAt: kit.clock.now(), counts },
      })),
    )
  const row = (hour: string, over: object) => ({
    hour: `2026-11-21T${hour}:00:00.000Z`,
    received: 0,
    accepted: 0,
    duplicate: 0,
    rejected: 0,
    searchable: 0,
    dead_lettered: 0,
    in_flight: 0,
    ...over,
  })
  return { ...kit, source, send, logs, hours, process, row, stop: () => running.stop() }
}

describe('the hours of a ledger', () => {
  it('add up: received = accepted + duplicate + rejected, accepted = searchable + dead_lettered + in_flight', async () => {
    const { send, logs, hours, process, row, clock, stop } = await ready()
    await send([...logs(3), { raw: 'a', event_ref: 'r' }, { raw: 'a', event_ref: 'r' }, { raw: '' }, { raw: '' }])
    await process(2, { searchable: 1 })
    await process(1, { dead_lettered: 1 })
    clock.advance(HOUR_MS)
    await send(logs(2))
    expect(await hours()).toEqual([
      row('09', { received: 7, accepted: 4, duplicate: 1, rejected: 2, searchable: 2, dead_lettered: 1, in_flight: 1 }),
      row('10', { received: 2, accepted: 2, in_flight: 2 }),
    ])
    await stop()
  })

  it('count refused items even if nothing was accepted, and nothing of a batch that was refused as a whole', async () => {
    const { send, hours, row, stop } = await ready()
    await send([{ raw: '' }])
    await codeOf(send(Array(101).fill({ raw: 'x' })))
    expect(await hours()).toEqual([row('09', { received: 1, rejected: 1 })])
    await stop()
  })

  it('lose no refusal of concurrent requests', async () => {
    const { send, hours, row, stop } = await ready()
    await Promise.all(Array.from({ length: 40 }, () => send([{ raw: '' }, { raw: 'x' }])))
    expect(await hours()).toEqual([row('09', { received: 80, accepted: 40, rejected: 40, in_flight: 40 })])
    await stop()
  })

  it('do not fail requests whose refusals cannot be counted', async () => {
    const kit = createKit()
    const source = await kit.newSource()
    const write = kit.memory.write
    kit.memory.write = async (c, ...rest) => {
      if (c.name === 'ledger_hours_ingest') throw new Error('down')
      return write(c, ...rest)
    }
    const body = { log_source_id: source, events: [{ raw: '' }, { raw: 'x' }] }
    expect((await kit.call('ingestLogs', { body })).body).toMatchObject({ accepted: 1, rejected: 1 })
  })

  it('show a dead letter as searchable once an operator has replayed it', async () => {
    const { send, logs, hours, process, row, memory, source, clock, stop } = await ready()
    await send(logs(2))
    await process(2, { dead_lettered: 1 })
    const doc = {
      id: 'rej_1',
      log_source_id: source,
      received_hour: Math.floor(clock.now() / HOUR_MS) * HOUR_MS,
    } as RejectionDoc
    await memory.write(rejections.normalizer, TENANT, { ...doc, state: 'replayed' }, { expect: 'absent' })
    await memory.write(rejections.normalizer, TENANT, { ...doc, id: 'rej_2', state: 'discarded' }, { expect: 'absent' })
    expect(await hours()).toEqual([row('09', { received: 2, accepted: 2, searchable: 1, dead_lettered: 1 })])
    await stop()
  })

  it('never show more processed than accepted, whichever count is ahead', async () => {
    const { hours, process, row, stop } = await ready()
    await process(3, { searchable: 1 })
    expect(await hours()).toEqual([row('09', { received: 3, accepted: 3, searchable: 3 })])
    await stop()
  })

  it('are those that from and to touch, and are returned only on request', async () => {
    const { send, logs, hours, clock, call, source, stop } = await ready()
    for (let n = 0; n < 3; n++) {
      await send(logs(1))
      clock.advance(HOUR_MS)
    }
    const found = async (search: string) => (await hours(search)).map(h => (h as { hour: string }).hour.slice(11, 13))
    expect(await found('from=2026-11-21T09:59:59Z')).toEqual(['09', '10', '11'])
    expect(await found('from=2026-11-21T10:00:00Z&to=2026-11-21T11:00:00Z')).toEqual(['10'])
    expect(await found('to=2026-11-21T10:00:00.001Z')).toEqual(['09', '10'])
    expect(await found('from=2026-11-21T10:00:00Z&to=2026-11-21T10:00:00Z')).toEqual([])
    expect((await call('readLogSourceLedger', { params: { source_id: source } })).body).not.toHaveProperty('hours')
    await stop()
  })

  it.each(['from=2026-10-01T00:00:00Z', 'from=2026-11-22T00:00:00Z&to=2026-11-21T00:00:00Z', 'from=x', 'hour=1'])(
    'refuse %s',
    async search => {
      const { hours, stop } = await ready()
      expect(await codeOf(hours(search))).toBe('query_invalid')
      await stop()
    },
  )

  it("do not show another tenant's, and are removed after 30 days", async () => {
    const { send, logs, memory, source, clock, call, stop } = await ready()
    await send(logs(1))
    const principal = as('operator', OTHER_TENANT)
    expect(
      await codeOf(
        call('readLogSourceLedger', { principal, params: { source_id: source }, search: 'to=2026-11-22T00:00:00Z' }),
      ),
    ).toBe('not_found')
    const [stored] = await memory.list(ingestLedgerHours, TENANT, { limit: 1 })
    expect(stored!.doc.expires_at).toBe(Math.floor(clock.now() / HOUR_MS) * HOUR_MS + 30 * 24 * HOUR_MS)
    await stop()
  })
})
