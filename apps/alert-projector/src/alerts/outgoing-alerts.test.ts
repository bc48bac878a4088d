// How alerts leave the platform: with pseudonyms for everybody, and clear for who has a key that the tenant named.
import { describe, expect, it } from '@jest/globals'
import { createEventCodec, openSealed, type SealedIn } from '@wardline/events'
import type { TenantId } from '@wardline/kernel'
import { ALERT_CONSUMER_KEYS, type AlertConsumerKey, alertConsumerKeys, alerts } from '@wardline/registries'
import { calculateJwkThumbprint, exportJWK, generalDecrypt, generateKeyPair } from 'jose'
import { ALERT_JWE_TYPE } from '../consumers/encrypt-clear.ts'
import { createKit, detection, type Kit, OTHER_TENANT, sealedDetection, TENANT } from '../testing/kit.ts'

const CLEAR = {
  group: { 'src_endpoint.ip': '198.51.100.77', TargetUserName: 'kanarek' },
  matched_conditions: [
    { selection: 'selection', field: 'CommandLine', modifier: 'contains', value: 'net user kanarek /add' },
  ],
}
const PEOPLE = /kanarek|198\.51\.100\.77/i

async function consumer(crv: 'X25519' | 'P-256') {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES+A256KW', { crv, extractable: true })
  const jwk = (await exportJWK(publicKey)) as AlertConsumerKey['jwk']
  return { privateKey, key: { kid: await calculateJwkThumbprint(jwk), jwk, description: null, created_at: '' } }
}

async function register(kit: Kit, keys: readonly AlertConsumerKey[], tenant: TenantId = TENANT) {
  const before = await kit.memory.read(alertConsumerKeys, tenant, ALERT_CONSUMER_KEYS)
  const expected = before ? before.version : ('absent' as const)
  await kit.memory.write(alertConsumerKeys, tenant, { id: ALERT_CONSUMER_KEYS, keys }, { expect: expected })
}

const events = (kit: Kit) => kit.bus.published('alert.created')

describe('An alert whose detection is sealed', () => {
  it('is stored and read in clear, and names nobody on its way out', async () => {
    const kit = createKit()
    await kit.project(sealedDetection('x', CLEAR))
    expect((await kit.call('readAlert', { params: { alert_id: 'alr_x' } })).body).toMatchObject({
      ...CLEAR,
      rule: { title: 'Many failed logins' },
    })
    const [event] = events(kit)
    expect(JSON.stringify(event)).not.toMatch(PEOPLE)
    expect(event?.payload.group).toEqual({
      'src_endpoint.ip': expect.stringMatching(/^ip:1~[a-z2-7]{26}$/),
      TargetUserName: expect.stringMatching(/^user:1~[a-z2-7]{26}$/),
    })
    expect(event?.payload.matched_conditions[0]?.value).toContain(`${event?.payload.group?.TargetUserName}`)
    expect(event?.payload.jwe).toBeUndefined()
    expect(() => createEventCodec().encode(event!)).not.toThrow()
  })

  it('has a sealed part of its own, which opens in its own envelope only', async () => {
    const kit = createKit()
    await kit.project(sealedDetection('x', CLEAR), sealedDetection('y', CLEAR))
    const [x, y] = events(kit)
    const into = ({ kind, id, tenant_id }: typeof x & object): SealedIn => ({ kind, id, tenantId: tenant_id })
    expect(openSealed(kit.keyring, into(x!), x!.payload.sealed!)).toMatchObject(CLEAR)
    expect(() => openSealed(kit.keyring, into(y!), x!.payload.sealed!)).toThrow()
  })

  it('is made without the names if its sealed part does not open, and no name reaches the log', async () => {
    const kit = createKit()
    const [broken, other] = [sealedDetection('x', CLEAR), sealedDetection('y', CLEAR)]
    await kit.project({ ...broken, payload: { ...broken.payload, sealed: other.payload.sealed! } })
    const stored = await kit.memory.read(alerts, TENANT, 'alr_x')
    expect(stored?.doc).toMatchObject({ sequence: 1, group: broken.payload.group })
    expect(JSON.stringify([stored, events(kit)])).not.toMatch(PEOPLE)
  })

  it('shows the words of a rule only if nobody of the tenant wrote them', async () => {
    const kit = createKit()
    const rule = { ...sealedDetection('x').payload.rule, title: 'What Maria Kowalczyk does', author: 'Maria Kowalczyk' }
    await kit.project(sealedDetection('x', { ...CLEAR, rule }))
    const [event] = events(kit)
    expect(JSON.stringify(event)).not.toContain('Kowalczyk')
    expect(event?.payload.rule).toMatchObject({ ...rule, title: expect.any(String), author: expect.any(String) })
  })
})

describe('The clear part of an alert', () => {
  it('is readable to each registered key, and to no other', async () => {
    const kit = createKit()
    const consumers = await Promise.all([consumer('X25519'), consumer('P-256'), consumer('X25519')])
    const stranger = await consumer('X25519')
    await register(kit, consumers.map(({ key }) => key)) // biome-ignore format: one line says it
    await kit.project(sealedDetection('x', CLEAR))
    const [event] = events(kit)
    const { jwe } = event!.payload
    expect(jwe?.recipients.map(({ header }) => header.kid)).toEqual(consumers.map(({ key }) => key.kid))
    for (const { privateKey } of consumers) {
      const opened = await generalDecrypt(jwe!, privateKey)
      expect(opened.protectedHeader).toMatchObject({ typ: ALERT_JWE_TYPE, enc: 'A256GCM' })
      expect(JSON.parse(new TextDecoder().decode(opened.plaintext))).toEqual({
        alert_id: 'alr_x',
        tenant_id: TENANT,
        rule: detection('x').payload.rule,
        ...CLEAR,
      })
    }
    await expect(generalDecrypt(jwe!, stranger.privateKey)).rejects.toThrow()
    expect(JSON.stringify(event)).not.toMatch(PEOPLE)
    expect(() => createEventCodec().encode(event!)).not.toThrow()
  })

  it('follows changes of the keys within two seconds', async () => {
    const kit = createKit()
    const [first, second] = [await consumer('X25519'), await consumer('P-256')]
    const kidsOf = async (name: string): Promise<string[] | undefined> => {
      await kit.project(sealedDetection(name, CLEAR))
      return events(kit)
        .at(-1)
        ?.payload.jwe?.recipients.map(({ header }) => header.kid)
    }
    expect(await kidsOf('none')).toBeUndefined()
    await register(kit, [first.key])
    kit.clock.advance(2_000)
    expect(await kidsOf('one')).toEqual([first.key.kid])
    await register(kit, [first.key, second.key])
    kit.clock.advance(2_000)
    expect(await kidsOf('two')).toEqual([first.key.kid, second.key.kid])
    await register(kit, [second.key])
    kit.clock.advance(2_000)
    expect(await kidsOf('three')).toEqual([second.key.kid])
    await register(kit, [])
    kit.clock.advance(2_000)
    expect(await kidsOf('four')).toBeUndefined()
    for (const event of events(kit)) expect(() => createEventCodec().encode(event)).not.toThrow()
  })

  it('is for keys of its own tenant only', async () => {
    const kit = createKit()
    await register(kit, [(await consumer('X25519')).key], OTHER_TENANT)
    await kit.project(sealedDetection('x', CLEAR))
    expect(events(kit)[0]?.payload.jwe).toBeUndefined()
  })
})
