import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT } from '@wardline/kernel'
import { parseCsr, readCertificate } from '@wardline/pki'
import { createAgentKey } from '@wardline/pki/testing'
import { agents } from '@wardline/registries'
import { agent, bodyOf, codeOf, dyingAt, type Harness, harness, type Json, nonce } from '../testing/harness.ts'

type Principal = ReturnType<typeof agent>

const renew = (h: Harness, principal: Principal, body: Json) =>
  h.as(principal)('renewCertificate', { params: { agent_id: principal.id }, body: { nonce: nonce(), ...body } })
const stored = async (h: Harness, id: string) => (await h.store.read(agents, DEFAULT_TENANT, id))!.doc

describe('a renewal', () => {
  it.each(['same', 'new'])('gives a new certificate for the %s key', async which => {
    const h = harness()
    const { identity, principal, request } = await h.enrolled()
    const csr = which === 'same' ? (request.csr as string) : (await createAgentKey()).csrPem
    h.clock.advance(50 * 86_400_000)
    const result = await renew(h, principal, { csr })
    const body = bodyOf(result)
    expect(result.status).toBe(201)
    expect(Object.keys(body)).toEqual(Object.keys(identity))
    expect(body.serial_number).not.toBe(identity.serial_number)
    const leaf = readCertificate(body.certificate as string)
    expect(leaf.spkiHash).toBe((await parseCsr(csr)).spkiHash)
    expect(leaf.uris).toEqual(readCertificate(identity.certificate as string).uris)
    expect(Date.parse(body.not_after as string)).toBe(h.clock.now() + 90 * 86_400_000)
    expect(bodyOf(await h.operator('readAgent', { params: { agent_id: principal.id } }))).toMatchObject({
      serial_number: body.serial_number,
      not_after: body.not_after,
    })
  })

  it('whose response was lost is given again to the same key, with the same serial number, until it is used', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    const { csrPem: csr } = await createAgentKey()
    const first = bodyOf(await renew(h, principal, { csr }))
    expect(bodyOf(await renew(h, principal, { csr }))).toEqual(first)
    await h.heartbeat(agent(first), { hostname: 'a' })
    expect(bodyOf(await renew(h, agent(first), { csr })).serial_number).not.toBe(first.serial_number)
  })

  it('gives one certificate to many at once with one key', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    const { csrPem: csr } = await createAgentKey()
    const bodies = await Promise.all(Array.from({ length: 8 }, async () => bodyOf(await renew(h, principal, { csr }))))
    expect(new Set(bodies.map(b => b.serial_number)).size).toBe(1)
  })

  it.each(['before', 'after'] as const)(
    'that a crash cut short %s its one write is finished by a retry',
    async moment => {
      // The authorities, the token and the three writes of the exchange come first.
      const h = harness({ wrap: dyingAt({ write: 7, moment }) })
      await h.service.start?.()
      const { principal } = await h.enrolled()
      const { csrPem: csr } = await createAgentKey()
      await expect(renew(h, principal, { csr })).rejects.toThrow('the store is gone')
      const body = bodyOf(await renew(h, principal, { csr }))
      expect((await stored(h, principal.id)).certificates.map(c => c.serial_number)).toEqual([
        principal.serialNumber,
        body.serial_number,
      ])
    },
  )

  it('keeps the old certificate valid until the new one is used, by a heartbeat or a renewal', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    const renewed = bodyOf(await renew(h, principal, { csr: (await createAgentKey()).csrPem }))
    await h.heartbeat(principal, { hostname: 'a' })
    expect((await stored(h, principal.id)).certificates.map(c => c.superseded_at)).toEqual([null, null])
    h.clock.advance(5000)
    await h.heartbeat(agent(renewed), { hostname: 'a' })
    const seenAt = new Date(h.clock.now()).toISOString()
    expect((await stored(h, principal.id)).certificates.map(c => c.superseded_at)).toEqual([seenAt, null])
    h.clock.advance(5000)
    await h.heartbeat(agent(renewed), { hostname: 'a' })
    expect((await stored(h, principal.id)).certificates[0]?.superseded_at).toBe(seenAt)
  })

  it('accepts a nonce once', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    const { csrPem: csr } = await createAgentKey()
    const once = nonce()
    await renew(h, principal, { csr, nonce: once })
    expect(await codeOf(renew(h, principal, { csr, nonce: once }))).toBe('nonce_reused')
  })

  it('keeps at most eight certificates, and always the one in use', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    for (let i = 0; i < 12; i++) await renew(h, principal, { csr: (await createAgentKey()).csrPem })
    const { certificates } = await stored(h, principal.id)
    expect(certificates).toHaveLength(8)
    expect(certificates[0]?.serial_number).toBe(principal.serialNumber)
  })

  it('requested with a superseded certificate is granted, and flags the identity', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    const renewed = bodyOf(await renew(h, principal, { csr: (await createAgentKey()).csrPem }))
    await h.heartbeat(agent(renewed), { hostname: 'a' })
    expect((await stored(h, principal.id)).clone_suspected).toBe(false)
    expect(await codeOf(renew(h, principal, { csr: (await createAgentKey()).csrPem }))).toBe(201)
    expect((await stored(h, principal.id)).clone_suspected).toBe(true)
  })

  it('is refused with a bad CSR, for another path and to a revoked agent, and is retryable if the record is missing', async () => {
    const h = harness()
    const { principal, request } = await h.enrolled()
    const csr = request.csr as string
    expect(await codeOf(renew(h, principal, { csr: `${csr}${csr}` }))).toBe('csr_invalid')
    const elsewhere = h.as(principal)('renewCertificate', {
      params: { agent_id: 'agt_other' },
      body: { csr, nonce: nonce() },
    })
    expect(await codeOf(elsewhere)).toBe('identity_mismatch')
    expect(await codeOf(renew(h, { ...principal, id: 'agt_unknown' }, { csr }))).toBe('identity_unresolved')
    await h.operator('revokeAgent', { params: { agent_id: principal.id }, body: { reason: 'lost' } })
    expect(await codeOf(renew(h, principal, { csr }))).toBe('identity_revoked')
  })
})
