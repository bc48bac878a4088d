import { describe, expect, it } from '@jest/globals'
import { createEventCodec } from '@wardline/events'
import { PLATFORM_TENANT } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { alertCounters, alerts, tenants, tickets } from '@wardline/registries'
import { createCrashingRegistry } from '../testing/crashing-registry.ts'
import { createKit, deliver, detection, detections, OTHER_TENANT, TENANT } from '../testing/kit.ts'

async function sequences(registry: Registry, tenant = TENANT): Promise<Map<string, number>> {
  const found = await registry.list(alerts, tenant, { order: { by: 'sequence', direction: 'asc' }, limit: 1_000 })
  return new Map(found.map(({ doc }) => [doc.id, doc.sequence]))
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)

describe('A detection', () => {
  it('becomes one alert with everything that the detector reported', async () => {
    const kit = createKit()
    expect(await kit.project(detection('x'))).toEqual(['ok'])
    const { body } = await kit.call('readAlert', { params: { alert_id: 'alr_x' } })
    const { alert_id: _, ...said } = detection('x').payload
    expect(body).toEqual({
      alert_id: 'alr_x',
      ...said,
      sequence: 1,
      status: 'open',
      correlation_id: 'cor_x',
      causation_id: 'env_detx',
      ticket_id: null,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
    })
  })

  it('causes alert.created, which is valid, has the same correlation id and names the detection as its cause', async () => {
    const kit = createKit()
    await kit.project(detection('x', { severity: 'high' }))
    const [event, ...more] = kit.bus.published('alert.created')
    expect(more).toEqual([])
    expect(event).toMatchObject({
      correlation_id: 'cor_x',
      causation_id: 'env_detx',
      subject: { type: 'alert', id: 'alr_x' },
      payload: { alert_id: 'alr_x', sequence: 1, status: 'open', ticket_id: expect.stringMatching(/^tkt_/) },
    })
    expect(() => createEventCodec().encode(event!)).not.toThrow()
  })

  it('of a later v1 is read as far as this version knows it, and passed on without the rest', async () => {
    const kit = createKit()
    const { payload, ...envelope } = detection('x')
    const later = { ...payload, added: 1, rule: { ...payload.rule, added: 1 }, last_event_at: '2016-12-31T23:59:60Z' }
    await kit.project({ ...envelope, payload: later } as ReturnType<typeof detection>)
    const [event] = kit.bus.published('alert.created')
    expect(() => createEventCodec().encode(event!)).not.toThrow()
    const { body } = await kit.call('readAlert', { params: { alert_id: 'alr_x' } })
    expect(JSON.stringify(body)).not.toContain('added')
  })

  it('creates nothing twice when it is delivered again, in any batch', async () => {
    const kit = createKit()
    await kit.project(detection('x', { severity: 'high' }), detection('x', { severity: 'high' }), detection('y'))
    await kit.project(detection('y'), detection('x', { severity: 'high' }))
    expect(await sequences(kit.memory)).toEqual(new Map([['alr_x', 1], ['alr_y', 2]])) // biome-ignore format: one line says it
    expect(kit.bus.published('alert.created')).toHaveLength(2)
    expect(await kit.memory.count(tickets, TENANT, {}, 10)).toBe(1)
  })

  it('keeps its state and its sequence when it is delivered again', async () => {
    const kit = createKit()
    await kit.project(...detections('d', 3))
    await kit.call('updateAlert', { params: { alert_id: 'alr_d1' }, body: { status: 'closed' }, ifMatch: '"1"' })
    await kit.project(detection('new'), ...detections('d', 3).reverse())
    expect(await sequences(kit.memory)).toEqual(new Map([['alr_d0', 1], ['alr_d1', 2], ['alr_d2', 3], ['alr_new', 4]])) // biome-ignore format: one line says it
    const { body } = await kit.call('readAlert', { params: { alert_id: 'alr_d1' } })
    expect(body).toMatchObject({ status: 'closed', sequence: 2 })
  })
})

describe('Sequences', () => {
  it('are per tenant, unique and without gaps, however many deliveries run at once', async () => {
    const kit = createKit()
    const all = [...detections('d', 1_000), ...detections('d', 1_000, { tenant: OTHER_TENANT })]
    const batches = upTo(20).map(i => all.filter((_, j) => j % 20 === i - 1))
    // Every batch twice, as two members of the group may get it after a rebalance.
    await Promise.all([...batches, ...batches.toReversed()].map(batch => deliver(kit, 'alert-projector', batch)))
    for (const tenant of [TENANT, OTHER_TENANT]) {
      const given = [...(await sequences(kit.memory, tenant)).values()]
      expect(given).toEqual(upTo(1_000))
      expect((await kit.memory.read(alertCounters, tenant, 'alerts'))?.doc.reserved).toEqual([])
    }
    expect(new Set(kit.bus.published('alert.created').map(e => e.id)).size).toBe(2_000)
  })

  it('of one batch need two writes of the counter', async () => {
    const kit = createKit()
    await kit.project(...detections('d', 200))
    expect((await kit.memory.read(alertCounters, TENANT, 'alerts'))?.version).toBe(2)
  })
})

describe('A crash', () => {
  const batch = [detection('h', { severity: 'critical' }), ...detections('d', 3)]

  async function writesOf(work: typeof batch): Promise<number> {
    const crashing = createCrashingRegistry()
    await createKit({ throughRegistry: crashing.wrap }).project(...work)
    return crashing.writes()
  }

  it('at any write of the saga is completed by the redelivery, with the same sequences and nothing twice', async () => {
    const total = await writesOf(batch)
    expect(total).toBe(7) // the reservation, a ticket, four alerts, the release
    for (const when of ['before', 'after'] as const) {
      for (let write = 1; write <= total; write++) {
        const crashing = createCrashingRegistry()
        const kit = createKit({ throughRegistry: crashing.wrap })
        crashing.crashAt(write, when)
        await expect(kit.project(...batch)).rejects.toThrow('the process is gone')
        crashing.restart()
        const promised = (await kit.memory.read(alertCounters, TENANT, 'alerts'))?.doc.reserved ?? []
        await deliver({ service: kit.start(), ports: kit.ports }, 'alert-projector', batch.toReversed())
        const given = await sequences(kit.memory)
        expect([...given.values()]).toEqual([1, 2, 3, 4])
        for (const r of promised) expect(given.get(r.alert_id)).toBe(r.sequence)
        // Killed after the publish and before the release, it publishes again: the same events, by their ids.
        const events = new Map(kit.bus.published('alert.created').map(e => [e.id, e.payload.sequence]))
        expect([...events.values()]).toEqual([1, 2, 3, 4])
        expect(await kit.memory.count(tickets, TENANT, {}, 10)).toBe(1)
        expect((await kit.memory.read(alertCounters, TENANT, 'alerts'))?.doc.reserved).toEqual([])
      }
    }
  })
})

describe('Automatic tickets', () => {
  const ticketOf = async (kit: ReturnType<typeof createKit>, alertId: string) =>
    ((await kit.call('readAlert', { params: { alert_id: alertId } })).body as { ticket_id: string | null }).ticket_id

  it('are opened for high and critical severity, and the alert names them', async () => {
    const kit = createKit()
    await kit.project(
      detection('c', { severity: 'critical' }),
      detection('h', { severity: 'high' }),
      detection('m', { severity: 'medium' }),
    )
    for (const name of ['c', 'h']) {
      const ticketId = await ticketOf(kit, `alr_${name}`)
      const { body } = await kit.call('readTicket', { params: { ticket_id: ticketId! } })
      expect(body).toMatchObject({ ticket_id: ticketId, alert_id: `alr_${name}`, status: 'open', version: 1 })
    }
    expect(await ticketOf(kit, 'alr_m')).toBeNull()
  })

  it('contain no value of an event: the text is the same for all events', async () => {
    const text = async (value: string) => {
      const kit = createKit()
      await kit.project(
        detection('h', {
          severity: 'high',
          group: { user: value },
          matched_conditions: [{ selection: 's', field: 'user', modifier: '', value }],
        }),
      )
      return (await kit.call('listTickets')).body
    }
    const said = await text('ann@corp.example')
    expect(said).toEqual(await text('bob@corp.example'))
    expect(JSON.stringify(said)).toContain('Many failed logins')
  })

  it('stop at the hourly cap while alerts continue, and start again in a later hour', async () => {
    const kit = createKit({ config: { ticketsPerHour: 3 } })
    await kit.project(...detections('d', 5, { severity: 'high' }))
    expect(await kit.memory.count(tickets, TENANT, {}, 10)).toBe(3)
    expect((await sequences(kit.memory)).size).toBe(5)
    kit.clock.advance(3_600_000 - 1)
    await kit.project(detection('soon', { severity: 'high' }))
    expect(await ticketOf(kit, 'alr_soon')).toBeNull()
    kit.clock.advance(1)
    await kit.project(detection('later', { severity: 'high' }))
    expect(await ticketOf(kit, 'alr_later')).toMatch(/^tkt_/)
  })

  it('are not opened when the tenant does not want them', async () => {
    const kit = createKit()
    const tenant = { id: TENANT, name: 'a', state: 'active', created_at: '', auto_tickets: false, first_account_at: null } as const // biome-ignore format: a fixture
    await kit.memory.write(tenants, PLATFORM_TENANT, tenant, { expect: 'absent' })
    await kit.project(detection('c', { severity: 'critical' }))
    expect(await ticketOf(kit, 'alr_c')).toBeNull()
  })
})
