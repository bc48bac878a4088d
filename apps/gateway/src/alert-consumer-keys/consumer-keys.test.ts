import { describe, expect, it } from '@jest/globals'
import { alertConsumerKeys } from '@wardline/registries'
import {
  as,
  type Call,
  memoryPorts,
  OTHER_TENANT,
  operationCaller,
  problemOf,
  TENANT,
} from '@wardline/service-kit/testing'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { gatewayService } from '../testing/gateway-service.ts'

const pairOf = async (crv: 'X25519' | 'P-256') => {
  const pair = await generateKeyPair('ECDH-ES+A256KW', { crv, extractable: true })
  return { open: await exportJWK(pair.publicKey), secret: await exportJWK(pair.privateKey) }
}
const bytes = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url')

function kit() {
  const { ports, memory } = memoryPorts('gateway')
  const service = gatewayService(ports)
  const ask = operationCaller(() => service)
  const call = (id: Parameters<typeof ask>[0], o: Call = {}) => ask(id, { principal: as('admin'), ...o })
  const create = (jwk: JWK, o: Call = {}) =>
    call('createAlertConsumerKey', { body: { jwk: { use: 'enc', ...jwk } }, ...o })
  return { memory, call, create, list: async (o?: Call) => (await call('listAlertConsumerKeys', o)).body }
}

describe('A key for the clear part of alerts', () => {
  it.each(['X25519', 'P-256'] as const)('is a public key of %s, known by its thumbprint', async crv => {
    const { create, list } = kit()
    const { open } = await pairOf(crv)
    const { status, body } = await create({ ...open, kid: 'mine', alg: 'ECDH-ES+A256KW' })
    const shown = { kid: await calculateJwkThumbprint(open), tenant_id: TENANT, jwk: open, description: null }
    expect({ status, body }).toMatchObject({ status: 201, body: shown })
    expect(await list()).toEqual({ items: [body], next_cursor: null })
  })

  it('is never private: the private part is refused with advice, and neither stored nor repeated', async () => {
    const { create, memory } = kit()
    const { secret } = await pairOf('X25519')
    const problem = await problemOf(create(secret))
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/jwk/d' }] })
    expect(JSON.stringify(problem)).not.toContain(secret.d)
    expect(await memory.count(alertConsumerKeys, TENANT, {}, 10)).toBe(0)
  })

  it.each([
    ['nothing', { kty: 'OKP', crv: 'X25519', x: bytes('00'.repeat(32)) }],
    ['order 1', { kty: 'OKP', crv: 'X25519', x: bytes(`01${'00'.repeat(31)}`) }],
    [
      'order 8',
      { kty: 'OKP', crv: 'X25519', x: bytes('e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800') },
    ],
    [
      'order 8 again',
      { kty: 'OKP', crv: 'X25519', x: bytes('5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157') },
    ],
    ['infinity', { kty: 'EC', crv: 'P-256', x: bytes('00'.repeat(32)), y: bytes('00'.repeat(32)) }],
    ['no point of the curve', { kty: 'EC', crv: 'P-256', x: bytes('11'.repeat(32)), y: bytes('22'.repeat(32)) }],
    ['a curve of another type', { kty: 'EC', crv: 'X25519', x: bytes('11'.repeat(32)), y: bytes('22'.repeat(32)) }],
    ['half a point', { kty: 'EC', crv: 'P-256', x: bytes('11'.repeat(32)) }],
  ])('is refused if it is %s', async (_, jwk) => {
    const { create } = kit()
    expect(await problemOf(create(jwk))).toMatchObject({ code: 'validation_failed' })
  })

  it('is registered once, and one of at most four, however many come at once', async () => {
    const { create, list } = kit()
    const pairs = await Promise.all(Array.from({ length: 6 }, () => pairOf('X25519')))
    const codes = await Promise.all(
      pairs.map(({ open }) =>
        create(open).then(
          () => 201,
          ({ code }) => code,
        ),
      ),
    )
    expect(codes.filter(code => code === 201)).toHaveLength(4)
    expect(codes.filter(code => code === 'limit_reached')).toHaveLength(2)
    const { items } = (await list()) as { items: { jwk: JWK }[] }
    expect(await problemOf(create(items[0]!.jwk))).toMatchObject({ code: 'state_conflict' })
  })

  it('is gone when it is deleted, and hidden from other tenants', async () => {
    const { call, create, list } = kit()
    const { body } = await create((await pairOf('P-256')).open)
    const params = { kid: (body as { kid: string }).kid }
    const elsewhere = { principal: as('admin', OTHER_TENANT) }
    expect(await list(elsewhere)).toEqual({ items: [], next_cursor: null })
    expect(await problemOf(call('deleteAlertConsumerKey', { params, ...elsewhere }))).toMatchObject({
      code: 'not_found',
    })
    expect((await call('deleteAlertConsumerKey', { params })).status).toBe(204)
    expect(await list()).toEqual({ items: [], next_cursor: null })
    expect(await problemOf(call('deleteAlertConsumerKey', { params }))).toMatchObject({ code: 'not_found' })
  })
})
