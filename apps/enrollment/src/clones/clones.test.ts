import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT } from '@wardline/kernel'
import { createAgentKey } from '@wardline/pki/testing'
import { assets } from '@wardline/registries'
import { agent, bodyOf, type Harness, harness, type Json, nonce } from '../testing/harness.ts'
import { differs } from './other-machine.ts'

const suspected = async (h: Harness, id: string): Promise<unknown> =>
  bodyOf(await h.operator('readAgent', { params: { agent_id: id } })).clone_suspected
const alertsOf = (h: Harness) => h.bus.published('security.alert.created').map(e => e.payload)
const renew = async (h: Harness, principal: ReturnType<typeof agent>): Promise<Json> =>
  bodyOf(
    await h.as(principal)('renewCertificate', {
      params: { agent_id: principal.id },
      body: { csr: (await createAgentKey()).csrPem, nonce: nonce() },
    }),
  )

describe('a cloned identity', () => {
  it('is flagged, alerted on and recorded as evidence once, and continues to work', async () => {
    const h = harness({ validateEvents: true })
    const { principal } = await h.enrolled()
    const beat = (boot_id: string, sequence: number) => h.heartbeat(principal, { hostname: 'a', boot_id, sequence })
    const first = bodyOf(await beat('one', 1))
    await beat('two', 1)
    expect(await suspected(h, principal.id)).toBe(false)
    for (const n of [2, 3]) {
      expect((await beat('one', n)).status).toBe(200)
      expect((await beat('two', n)).status).toBe(200)
    }
    expect(await suspected(h, principal.id)).toBe(true)
    expect(alertsOf(h)).toEqual([
      expect.objectContaining({
        severity: 'high',
        asset_ids: [first.asset_id],
        rule: expect.objectContaining({ rule_id: 'rul_agent_clone_suspected' }),
        matched_conditions: expect.arrayContaining([
          { selection: 'agent', field: 'agent_id', modifier: '', value: principal.id },
          { selection: 'sign', field: 'sign', modifier: '', value: 'boot_id' },
        ]),
      }),
    ])
    const facts = h.bus.published('internal.evidence.fact').filter(e => e.payload.evidence_type === 'alert')
    expect(facts.map(e => e.payload.subject)).toEqual([{ type: 'agent', id: principal.id }])
    expect(bodyOf(await h.operator('readAgent', { params: { agent_id: principal.id } })).state).toBe('active')
  })

  it('is detected by a certificate that reports long after its successor was in use', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    const renewed = agent(await renew(h, principal))
    await h.heartbeat(renewed, { hostname: 'a' })
    h.clock.advance(15 * 60_000)
    await h.heartbeat(principal, { hostname: 'a' })
    expect(await suspected(h, principal.id)).toBe(false)
    h.clock.advance(1)
    await h.heartbeat(principal, { hostname: 'a' })
    expect(await suspected(h, principal.id)).toBe(true)
    await h.heartbeat(principal, { hostname: 'a' })
    expect(alertsOf(h)).toHaveLength(1)
  })

  it('is detected by a superseded certificate that requests a renewal', async () => {
    const h = harness({ validateEvents: true })
    const { principal } = await h.enrolled()
    await h.heartbeat(agent(await renew(h, principal)), { hostname: 'a' })
    expect(alertsOf(h)).toEqual([])
    await renew(h, principal)
    expect(alertsOf(h).map(a => a.matched_conditions[1]?.value)).toEqual(['generation'])
  })

  it('is followed from the start when another agent takes over the asset', async () => {
    const h = harness()
    const fingerprint = { machine_id: 'm-1' }
    const first = await h.enrolled({ fingerprint })
    const beat = (p: typeof first.principal, boot_id: string) => h.heartbeat(p, { hostname: 'a', boot_id, sequence: 1 })
    await beat(first.principal, 'one')
    await beat(first.principal, 'two')
    await h.operator('revokeAgent', { params: { agent_id: first.principal.id }, body: { reason: 'reinstalled' } })
    const second = await h.enrolled({ fingerprint })
    const { asset_id } = bodyOf(await beat(second.principal, 'one'))
    expect(await suspected(h, second.principal.id)).toBe(false)
    const stored = await h.store.read(assets, DEFAULT_TENANT, asset_id as string)
    expect(stored?.doc.trail?.boots.map(b => b.boot_id)).toEqual(['one'])
  })
})

describe('the facts of two heartbeats', () => {
  const nic = (...macs: string[]) => ({ network_interfaces: macs.map(mac_address => ({ mac_address })) })
  it.each([
    ['another host name', { hostname: 'a' }, { hostname: 'b' }, true],
    ['another number of processors', { cpu_count: 4 }, { cpu_count: 8 }, true],
    ['no address in common', nic('3c:22:fb:00:00:01'), nic('3c:22:fb:00:00:02'), true],
    ['one address in common', nic('3c:22:fb:00:00:01', '3c:22:fb:00:00:09'), nic('3c-22-fb-00-00-01'), false],
    ['addresses that software generates', nic('02:42:ac:11:00:01'), nic('02:42:ac:11:00:02'), false],
    ['a fact that only one has', { hostname: 'a', cpu_count: 4 }, { hostname: 'a' }, false],
    ['nothing to compare', nic(), nic('3c:22:fb:00:00:01'), false],
  ])('with %s', (_, before, now, expected) => {
    expect(differs(before, now)).toBe(expected)
  })
})
