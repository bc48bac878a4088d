import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT } from '@wardline/kernel'
import { assets } from '@wardline/registries'
import { bodyOf, codeOf, dyingAt, type Harness, harness, type Json } from '../testing/harness.ts'

const FACTS = {
  hostname: 'Studio-Mac-07',
  os_family: 'macos',
  os_version: '14.5',
  uptime_seconds: 86_400,
  cpu_count: 10,
  cpu_usage_percent: 12.5,
  memory_total_bytes: 34_359_738_368,
  memory_used_bytes: 17_179_869_184,
  disks: [{ mount: '/', total_bytes: 994_662_584_320, used_bytes: 412_316_860_416 }],
  network_interfaces: [{ name: 'en0', mac_address: '3c:22:fb:12:34:56', ip_addresses: ['192.0.2.17'] }],
  process_count: 421,
}

const assetOf = async (h: Harness, heartbeat: { body?: unknown }): Promise<Json> =>
  bodyOf(await h.operator('readAsset', { params: { asset_id: (heartbeat.body as Json).asset_id } }))

describe('a heartbeat', () => {
  it('of a Mac makes the asset that openapi/enrollment.yaml describes', async () => {
    const h = harness()
    const { principal } = await h.enrolled({ platform: 'darwin', fingerprint: { machine_id: '5d1c2f9e-6a3b' } })
    const result = await h.heartbeat(principal, { ...FACTS, filevault: true })
    const now = new Date(h.clock.now()).toISOString()
    expect(result).toEqual({
      status: 200,
      body: {
        asset_id: expect.stringMatching(/^ast_/),
        server_time: now,
        heartbeat_interval_seconds: 60,
        certificate_renewal_due: false,
      },
    })
    expect(await assetOf(h, result)).toEqual({
      asset_id: bodyOf(result).asset_id,
      tenant_id: DEFAULT_TENANT,
      agent_id: principal.id,
      hostname: 'Studio-Mac-07',
      os_family: 'macos',
      os_family_conflict: false,
      os_version: '14.5',
      status: 'online',
      posture: { ...FACTS, extra: { filevault: true }, extra_truncated: false },
      sources: [{ type: 'agent', id: principal.id, confidence: 'high', last_seen_at: now }],
      first_seen_at: now,
      last_seen_at: now,
    })
  })

  it('needs only a host name', async () => {
    const h = harness()
    const { principal } = await h.enrolled({ platform: 'linux', os_version: '6.8' })
    const asset = await assetOf(h, await h.heartbeat(principal, { hostname: 'a' }))
    expect(asset).toMatchObject({ os_family: 'linux', os_version: '6.8', posture: { hostname: 'a', extra: {} } })
  })

  it('says that a renewal is due if the gateway has found so', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    const result = await h.heartbeat({ ...principal, renewalDue: true }, { hostname: 'a' })
    expect(bodyOf(result).certificate_renewal_due).toBe(true)
  })

  it('costs one write from the second on', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    await h.heartbeat(principal, FACTS)
    const written: string[] = []
    const { write } = h.store
    h.store.write = (c, ...rest) => {
      written.push(c.name)
      return write(c, ...rest)
    }
    h.clock.advance(60_000)
    await h.heartbeat(principal, { ...FACTS, uptime_seconds: 86_460 })
    expect(written).toEqual(['assets'])
  })

  it('replaces the facts of the previous one', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    await h.heartbeat(principal, { ...FACTS, extra_fact: 1 })
    h.clock.advance(60_000)
    const asset = await assetOf(h, await h.heartbeat(principal, { hostname: 'renamed', process_count: 7 }))
    expect(asset.posture).toEqual({ hostname: 'renamed', process_count: 7, extra: {}, extra_truncated: false })
    expect(asset.last_seen_at).not.toBe(asset.first_seen_at)
  })

  it('that a later one of the same boot has just overtaken changes no facts; one with a restarted count does', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    const beat = (boot_id: string, sequence: number, process_count: number) =>
      h.heartbeat(principal, { hostname: 'a', boot_id, sequence, process_count })
    await beat('b1', 5, 50)
    expect(await assetOf(h, await beat('b1', 4, 40))).toMatchObject({ posture: { sequence: 5, process_count: 50 } })
    expect(await assetOf(h, await beat('b1', 6, 60))).toMatchObject({ posture: { sequence: 6, process_count: 60 } })
    expect(await assetOf(h, await beat('b2', 9, 10))).toMatchObject({ posture: { sequence: 9, process_count: 10 } })
    h.clock.advance(60_000)
    expect(await assetOf(h, await beat('b2', 0, 11))).toMatchObject({ posture: { sequence: 0, process_count: 11 } })
  })

  it('keeps unknown members, within limits and apart from the named facts', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    const body = JSON.parse(
      '{"hostname":"a","__proto__":{"os_family":"x"},"$set":1,"a.b":2,"posture":{"extra":3},"disks":[{"mount":"/","fs":"apfs"}]}',
    )
    const asset = await assetOf(h, await h.heartbeat(principal, body))
    expect(JSON.stringify((asset.posture as Json).extra)).toBe(
      '{"__proto__":{"os_family":"x"},"$set":1,"a.b":2,"posture":{"extra":3}}',
    )
    expect(asset.posture).toMatchObject({ disks: [{ mount: '/' }], extra_truncated: true })
  })

  it('must come from the agent in the path', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    const elsewhere = h.as(principal)('recordHeartbeat', { params: { agent_id: 'agt_x' }, body: { hostname: 'a' } })
    expect(await codeOf(elsewhere)).toBe('identity_mismatch')
    expect(
      await codeOf(h.operator('recordHeartbeat', { params: { agent_id: principal.id }, body: { hostname: 'a' } })),
    ).toBe('forbidden')
    expect(await codeOf(h.heartbeat({ ...principal, id: 'agt_gone' }, { hostname: 'a' }))).toBe('identity_unresolved')
  })

  it.each([
    ['darwin', 'macos', 'macos', false],
    ['darwin', 'Darwin', 'macos', false],
    ['darwin', 'windows', 'macos', true],
    ['darwin', 'plan9', 'macos', true],
    ['darwin', undefined, 'macos', false],
    ['windows', 'Windows', 'windows', false],
    ['linux', 'macos', 'linux', true],
    [undefined, 'macOS', 'macos', false],
    [undefined, 'constructor', null, false],
    [undefined, undefined, null, false],
  ])('of platform %s that says %s makes the family %s, conflict %s', async (platform, os_family, family, conflict) => {
    const h = harness()
    const { principal } = await h.enrolled(platform ? { platform } : {})
    const result = await h.heartbeat(principal, { hostname: 'a', ...(os_family ? { os_family } : {}) })
    expect(await assetOf(h, result)).toMatchObject({ os_family: family, os_family_conflict: conflict })
  })

  const firsts = [1, 2, 3, 4].flatMap(write => (['before', 'after'] as const).map(moment => [write, moment] as const))
  it.each(firsts)(
    'that is an agent’s first and fails at write %i, %s it is done, is repaired by the next one',
    async (write, moment) => {
      // The authorities, the token and the three writes of the exchange come first; then token, fingerprint, agent and asset.
      const h = harness({ wrap: dyingAt({ write: 6 + write, moment }) })
      await h.service.start?.()
      const { principal, request } = await h.enrolled({ fingerprint: { machine_id: 'm-1' } })
      await expect(h.heartbeat(principal, { hostname: 'a' })).rejects.toThrow('the store is gone')
      const asset = await assetOf(h, await h.heartbeat(principal, { hostname: 'a' }))
      expect(asset).not.toHaveProperty('possible_duplicate_of')
      expect(await h.store.list(assets, DEFAULT_TENANT, { limit: 10 })).toHaveLength(1)
      expect(await codeOf(h.exchange({ ...request, nonce: 'A'.repeat(22) }))).toBe('enrollment_token_invalid')
    },
  )
})
