import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT, fingerprintKeys, tenantId } from '@wardline/kernel'
import { agents, assets, enrollmentTokens, fingerprints } from '@wardline/registries'
import { account, bodyOf, codeOf, type Harness, harness, type Json } from '../testing/harness.ts'

const MACHINE = { fingerprint: { machine_id: '5D1C2F9E-6A3B-4C77', serial_number: 'C02XL0GYJGH5' } }

/** Enrols a machine, sends a heartbeat and reads its asset. */
async function machine(h: Harness, body: Json) {
  const { principal } = await h.enrolled(body)
  const { asset_id } = bodyOf(await h.heartbeat(principal, { hostname: 'a' }))
  return { principal, asset: bodyOf(await h.operator('readAsset', { params: { asset_id } })) }
}
const revoke = (h: Harness, agent_id: string) =>
  h.operator('revokeAgent', { params: { agent_id }, body: { reason: 'x' } })

describe('a fingerprint', () => {
  it.each([
    [{ machine_id: 'm-1' }, 'high'],
    [{ serial_number: 'C02XL0GYJGH5' }, 'high'],
    [{ mac_addresses: ['3c:22:fb:12:34:56'] }, 'low'],
    [{}, 'low'],
  ])('%j makes the confidence %s', async (fingerprint, confidence) => {
    const { asset } = await machine(harness(), { fingerprint })
    expect(asset.sources).toMatchObject([{ type: 'agent', confidence }])
  })

  it('of a live agent makes a new, flagged asset, never a takeover', async () => {
    const h = harness()
    const first = await machine(h, MACHINE)
    const second = await machine(h, MACHINE)
    expect(second.asset.asset_id).not.toBe(first.asset.asset_id)
    expect(second.asset.possible_duplicate_of).toBe(first.asset.asset_id)
    expect(first.asset).not.toHaveProperty('possible_duplicate_of')
    const again = bodyOf(await h.operator('readAsset', { params: { asset_id: first.asset.asset_id } }))
    expect(again.agent_id).toBe(first.principal.id)
  })

  it('of a revoked agent joins its asset', async () => {
    const h = harness()
    const first = await machine(h, MACHINE)
    await revoke(h, first.principal.id)
    h.clock.advance(60_000)
    const second = await machine(h, { fingerprint: { serial_number: 'c02xl0gyjgh5 ' } })
    expect(second.asset).toMatchObject({
      asset_id: first.asset.asset_id,
      agent_id: second.principal.id,
      first_seen_at: first.asset.first_seen_at,
      sources: [{ id: first.principal.id }, { id: second.principal.id }],
    })
  })

  it('of a stale agent joins its asset', async () => {
    const h = harness()
    const first = await machine(h, MACHINE)
    h.clock.advance(181 * 86_400_000)
    expect((await machine(h, MACHINE)).asset.asset_id).toBe(first.asset.asset_id)
    const before = await h.operator('readAgent', { params: { agent_id: first.principal.id } })
    expect(bodyOf(before).state).toBe('superseded')
  })

  it('reported by many machines at once belongs to one', async () => {
    const h = harness()
    const principals = await Promise.all(Array.from({ length: 6 }, async () => (await h.enrolled(MACHINE)).principal))
    await Promise.all(principals.map(p => h.heartbeat(p, { hostname: 'clone' })))
    const items = bodyOf(await h.operator('listAssets')).items as Json[]
    const original = items.filter(a => a.possible_duplicate_of === undefined)
    expect(original).toHaveLength(1)
    expect(new Set(items.map(a => a.possible_duplicate_of ?? a.asset_id))).toEqual(new Set([original[0]!.asset_id]))
    expect(new Set(items.map(a => a.asset_id)).size).toBe(6)
  })

  it('without meaningful values is none', () => {
    const key = Buffer.alloc(32)
    for (const fingerprint of [
      { machine_id: '00000000-0000-0000-0000-000000000000', serial_number: 'To be filled by O.E.M.' },
      { serial_number: 'Default string' },
      { machine_id: ' - ' },
      { mac_addresses: ['00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff', '02:42:ac:11:00:02', '01:00:5e:00:00:01', 'x'] },
    ])
      expect(fingerprintKeys(fingerprint, key)).toEqual([])
  })

  it('is the same in any spelling, and different for another tenant', () => {
    const key = Buffer.alloc(32)
    const keys = fingerprintKeys({ machine_id: '{5D1C2F9E-6A3B}' }, key)
    expect(fingerprintKeys({ machine_id: '5d1c2f9e6a3b' }, key)).toEqual(keys)
    expect(fingerprintKeys({ machine_id: '5d1c2f9e6a3b' }, Buffer.alloc(32, 1))).not.toEqual(keys)
    expect(fingerprintKeys({ mac_addresses: ['3C-22-FB-12-34-56', '3c:22:fb:12:34:56'] }, key)).toHaveLength(1)
    expect(fingerprintKeys({ machine_id: '5d1c2f9e6a3b', mac_addresses: ['3c:22:fb:12:34:56'] }, key)).toEqual(keys)
  })

  it('is nowhere in plaintext: neither in the store nor in any response', async () => {
    const h = harness()
    const { principal } = await machine(h, MACHINE)
    await h.heartbeat(principal, { hostname: 'a', machine_id: '5D1C2F9E-6A3B-4C77', fingerprint: MACHINE.fingerprint })
    const stored = await Promise.all(
      [agents, assets, enrollmentTokens, fingerprints].map(c =>
        h.store.list(c as typeof assets, DEFAULT_TENANT, { limit: 100 }),
      ),
    )
    const answers = await Promise.all(
      (['listAssets', 'listAgents', 'listEnrollmentTokens'] as const).map(o => h.operator(o)),
    )
    expect(JSON.stringify([stored, answers, h.bus.published()])).not.toMatch(/5D1C2F9E|C02XL0GYJGH5/i)
  })
})

describe('the status of an asset', () => {
  it.each([
    [0, 'online'],
    [180, 'online'],
    [181, 'late'],
    [900, 'late'],
    [901, 'offline'],
  ])('%i seconds after its last heartbeat is %s', async (seconds, status) => {
    const h = harness()
    const { asset } = await machine(h, {})
    h.clock.advance(seconds * 1000)
    expect(await h.operator('readAsset', { params: { asset_id: asset.asset_id } })).toMatchObject({ body: { status } })
  })
})

describe('reading assets', () => {
  it('filters by family, agent and host name, newest first', async () => {
    const h = harness()
    const mac = await machine(h, { platform: 'darwin' })
    h.clock.advance(1000)
    const linux = await machine(h, { platform: 'linux' })
    await h.heartbeat(linux.principal, { hostname: 'Build-01' })
    const ids = async (query: Json) =>
      (bodyOf(await h.operator('listAssets', { query })).items as Json[]).map(a => a.asset_id)
    expect(await ids({})).toEqual([linux.asset.asset_id, mac.asset.asset_id])
    expect(await ids({ os_family: 'macos' })).toEqual([mac.asset.asset_id])
    expect(await ids({ agent_id: linux.principal.id })).toEqual([linux.asset.asset_id])
    expect(await ids({ hostname: 'BUILD-01' })).toEqual([linux.asset.asset_id])
  })

  it('shows nothing to another tenant', async () => {
    const h = harness()
    const { asset } = await machine(h, {})
    const stranger = h.as(account(['admin'], tenantId('ten_other')))
    expect(await codeOf(stranger('readAsset', { params: { asset_id: asset.asset_id } }))).toBe('not_found')
    expect(await stranger('listAssets')).toMatchObject({ body: { items: [] } })
  })
})
