import { describe, expect, it } from '@jest/globals'
import { HOUR_MS, PLATFORM_TENANT } from '@wardline/kernel'
import { alertCounters, alerts, evidenceChains, tenants } from '@wardline/registries'
import { createCrashingRegistry } from './testing/crashing-registry.ts'
import { createKit, detections, TENANT } from './testing/kit.ts'

async function crashedKit(write: number, when: 'before' | 'after' = 'before') {
  const crashing = createCrashingRegistry()
  const kit = createKit({ throughRegistry: crashing.wrap })
  const tenant = { id: TENANT, name: 'a', state: 'active', created_at: '', auto_tickets: true, first_account_at: null } as const // biome-ignore format: a fixture
  await kit.memory.write(tenants, PLATFORM_TENANT, tenant, { expect: 'absent' })
  crashing.crashAt(write, when)
  await expect(kit.project(...detections('d', 2))).rejects.toThrow()
  crashing.restart()
  const reserved = async () =>
    ((await kit.memory.read(alertCounters, TENANT, 'alerts'))?.doc.reserved ?? []).map(r => r.alert_id)
  const sweep = () => kit.service.jobs[0]!.run({ signal: new AbortController().signal })
  return { kit, reserved, sweep }
}

describe('The sweeper', () => {
  it('releases reservations of alerts that exist, once their events are published in order', async () => {
    const { kit, reserved, sweep } = await crashedKit(3, 'after')
    expect(await kit.memory.count(alerts, TENANT, {}, 10)).toBe(2)
    await sweep()
    expect(await reserved()).toEqual(['alr_d0', 'alr_d1'])
    kit.clock.advance(61_000)
    await sweep()
    expect(await reserved()).toEqual([])
    expect(kit.bus.published('alert.created').map(e => e.payload.sequence)).toEqual([1, 2])
  })

  it('publishes no event before that of an earlier alert that may still come', async () => {
    const { kit, reserved, sweep } = await crashedKit(3)
    const [first] = await kit.memory.list(alerts, TENANT, { limit: 1 })
    await kit.memory.remove(alerts, TENANT, 'alr_d0', first!.version)
    await kit.memory.write(alerts, TENANT, { ...first!.doc, id: 'alr_d1', sequence: 2 }, { expect: 'absent' })
    kit.clock.advance(HOUR_MS)
    await sweep()
    expect(await reserved()).toEqual(['alr_d0', 'alr_d1'])
    expect(kit.bus.published('alert.created')).toEqual([])
  })

  it('leaves the others to redelivery for a day and then gives them up', async () => {
    const { kit, reserved, sweep } = await crashedKit(2)
    kit.clock.advance(23 * HOUR_MS)
    await sweep()
    expect(await reserved()).toEqual(['alr_d0', 'alr_d1'])
    kit.clock.advance(2 * HOUR_MS)
    await sweep()
    expect(await reserved()).toEqual([])
    await kit.project(...detections('d', 1))
    const { body } = await kit.call('readAlert', { params: { alert_id: 'alr_d0' } })
    expect(body).toMatchObject({ sequence: 3 })
  })

  it('finishes evidence links that only the head contains', async () => {
    const crashing = createCrashingRegistry()
    const kit = createKit({ throughRegistry: crashing.wrap })
    const tenant = { id: TENANT, name: 'a', state: 'active', created_at: '', auto_tickets: true, first_account_at: null } as const // biome-ignore format: a fixture
    await kit.memory.write(tenants, PLATFORM_TENANT, tenant, { expect: 'absent' })
    await kit.project(...detections('d', 2))
    crashing.restart()
    crashing.crashAt(2, 'before')
    await expect(kit.collect(...kit.bus.published('alert.created'))).rejects.toThrow()
    crashing.restart()
    expect((await kit.memory.read(evidenceChains, TENANT, 'evidence'))?.doc.pending).toHaveLength(2)
    await kit.service.jobs[0]!.run({ signal: new AbortController().signal })
    expect((await kit.memory.read(evidenceChains, TENANT, 'evidence'))?.doc.pending).toEqual([])
    const { body } = await kit.call('listEvidence')
    expect((body as { items: unknown[] }).items).toHaveLength(2)
  })
})
