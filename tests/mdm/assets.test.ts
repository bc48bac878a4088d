import { describe, expect, it } from '@jest/globals'
import { createEnrollment } from '@wardline/enrollment'
import { fingerprintKeys } from '@wardline/kernel'
import { type AgentDoc, type AssetDoc, agents, assets, fingerprints } from '@wardline/registries'
import { as, operationCaller, TENANT } from '@wardline/service-kit/testing'
import { createKit, type Kit } from './kit.ts'

/** An enrolled machine with its first heartbeat, as enrolment stores it. */
async function machine(kit: Kit, n: number, serial: string, facts: Partial<AssetDoc> = {}): Promise<string> {
  const key = fingerprintKeys(
    { serial_number: ` ${serial.toLowerCase()} ` },
    kit.ports.keyring.key(TENANT, 'fingerprints'),
  )
  const [agent_id, asset_id] = [`agt_${n}`, `ast_${n}`]
  const at = '2026-11-21T09:30:00.000Z'
  const put = { expect: 'absent' as const }
  const agent = {
    id: agent_id,
    fingerprints: key,
    state: 'active',
    agent_class: 'endpoint',
    enrolled_at: at,
  } as unknown
  await kit.memory.write(agents, TENANT, agent as AgentDoc, put)
  await kit.memory.write(fingerprints, TENANT, { id: key[0]!, agent_id, asset_id }, put)
  const asset = {
    id: asset_id,
    agent_id,
    os_family: 'macos',
    os_version: '14.5',
    sources: [],
    posture: {},
    extra_json: '{}',
  }
  const seen = { first_seen_at: at, last_seen_at: at }
  await kit.memory.write(assets, TENANT, { ...asset, ...seen, ...facts } as unknown as AssetDoc, put)
  return asset_id
}

const reader = (kit: Kit) => operationCaller(() => createEnrollment({ ...kit.ports, registry: kit.memory }))

describe('a machine that has an agent and is managed', () => {
  it('is one asset with two sources, whichever of them came first, spelled however they like', async () => {
    const kit = createKit({ platforms: ['macOS'], devices: 3 })
    await kit.sync(await kit.connect())
    const asset_id = await machine(kit, 1, kit.fleet.get('2')!.serial)
    const { body: asset } = await reader(kit)('readAsset', { params: { asset_id } })
    const device_id = (asset.mdm as { device_id: string }[])[0]!.device_id
    expect(asset.sources).toEqual([
      { type: 'mdm', id: device_id, confidence: 'high', last_seen_at: '2026-11-21T08:00:00.000Z' },
    ])
    expect(asset.mdm).toMatchObject([
      { compliance_state: 'compliant', encrypted: true, conflicts: [], source_confidence: 'high' },
    ])
    const { body: device } = await kit.call('readMdmDevice', { params: { device_id } })
    expect(device).toMatchObject({ asset_id, conflicts: [], source_confidence: 'high' })
    const { body: list } = await reader(kit)('listAssets')
    expect((list.items as { mdm: unknown[] }[])[0]!.mdm).toHaveLength(1)
  })

  it('shows what the two disagree about', async () => {
    const kit = createKit({ platforms: ['Windows'], devices: 1 })
    await kit.sync(await kit.connect())
    const asset_id = await machine(kit, 1, kit.fleet.get('1')!.serial, { os_version: '14.5' })
    const { body: asset } = await reader(kit)('readAsset', { params: { asset_id } })
    expect(asset.mdm).toMatchObject([{ conflicts: ['os_family', 'os_version'] }])
    const { body } = await kit.call('listMdmDevices')
    expect(body.items).toMatchObject([{ conflicts: ['os_family', 'os_version'], asset_id }])
  })

  it('agrees where one version is only longer than the other', async () => {
    const kit = createKit({ platforms: ['macOS'], devices: 1 })
    kit.fleet.change('1', { osVersion: '14.5.1 (23F79)' })
    await kit.sync(await kit.connect())
    const asset_id = await machine(kit, 1, kit.fleet.get('1')!.serial)
    expect((await reader(kit)('readAsset', { params: { asset_id } })).body.mdm).toMatchObject([{ conflicts: [] }])
  })

  it('is not linked by a serial number that says nothing, nor to a machine that only claims it', async () => {
    const kit = createKit({ platforms: ['macOS'], devices: 2 })
    kit.fleet.change('1', { serial: 'To be filled by O.E.M.' })
    await kit.sync(await kit.connect())
    const real = await machine(kit, 1, kit.fleet.get('2')!.serial)
    const claimed = { ...(await kit.memory.read(agents, TENANT, 'agt_1'))!.doc, id: 'agt_2' }
    await kit.memory.write(agents, TENANT, claimed, { expect: 'absent' })
    const asset = { ...(await kit.memory.read(assets, TENANT, real))!.doc, id: 'ast_2', agent_id: 'agt_2' }
    await kit.memory.write(assets, TENANT, asset, { expect: 'absent' })
    expect((await reader(kit)('readAsset', { params: { asset_id: 'ast_2' } })).body).not.toHaveProperty('mdm')
    const { body } = await kit.call('listMdmDevices', { principal: as('analyst') })
    expect(
      (body.items as { asset_id: unknown; source_confidence: string }[])
        .map(d => [d.asset_id, d.source_confidence])
        .sort(),
    ).toEqual(
      [
        [null, 'low'],
        ['ast_1', 'high'],
      ].sort(),
    )
  })
})

describe('the history of a device', () => {
  it('keeps changes of its compliance, bounded', async () => {
    const kit = createKit({ platforms: ['macOS'], devices: 1 })
    const id = await kit.connect()
    for (let n = 0; n < 40; n++) {
      kit.fleet.change('1', { compliant: n % 2 === 0 })
      kit.clock.advance(60_000)
      await kit.sync(id)
    }
    await kit.sync(id)
    const [device] = await kit.snapshots()
    expect(device!.compliance_history).toHaveLength(32)
    expect(device!.compliance_history.slice(-2).map(h => h.state)).toEqual(['compliant', 'noncompliant'])
    expect(device!.changed_at).toBe(device!.compliance_history.at(-1)!.at)
  })
})
