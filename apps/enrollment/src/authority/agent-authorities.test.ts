import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createKeyring, DAY_MS, PLATFORM_TENANT } from '@wardline/kernel'
import { isBoundSerial, parseCsr, readCertificate } from '@wardline/pki'
import { type ClientAuthorityDoc, clientAuthorities, MAX_CLIENT_AUTHORITIES } from '@wardline/registries'
import { enrollmentDefaults } from '../config.ts'
import { account, agent, bodyOf, codeOf, type Harness, harness, type Json, nonce } from '../testing/harness.ts'
import { createAgentAuthorities } from './agent-authorities.ts'

const of = (h: Harness) => createAgentAuthorities(h.ports, enrollmentDefaults)
const rotate = (h: Harness) => h.as(account(['platform_admin'], PLATFORM_TENANT))('rotateCertificateAuthority')
const listed = async (h: Harness) => bodyOf(await h.operator('listCertificateAuthorities')).items as Json[]
const jobsOf = async (h: Harness) => {
  for (const job of h.service.jobs) await job.run({ signal: new AbortController().signal })
}

describe('the authorities of agent certificates', () => {
  it('are a root and an issuing one below it, made once: replicas that start together use the same ones, and so does a restart', async () => {
    const h = harness()
    const all = await Promise.all([1, 2, 3, 4].map(() => of(h).current()))
    expect(new Set([...all, await of(h).current()].map(a => a.id))).toEqual(new Set(['issuing-1']))
    const stored = await of(h).all()
    expect(stored.map(d => [d.id, d.role])).toEqual(
      expect.arrayContaining([
        ['root-1', 'root'],
        ['issuing-1', 'issuing'],
      ]),
    )
    expect(stored).toHaveLength(2)
    const [root, issuing] = ['root-1', 'issuing-1'].map(id => stored.find(d => d.id === id)!.certificate_pem)
    expect(readCertificate(issuing!).isIssuedBy(root!)).toBe(true)
    expect(new X509Certificate(issuing!).subject).not.toBe(new X509Certificate(root!).subject)
  })

  it('keep their keys sealed under the master key, each bound to its own record', async () => {
    const h = harness()
    await h.service.start?.()
    const stored = await of(h).all()
    expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY')
    const others = createKeyring(Buffer.alloc(32, 8))
    await expect(
      createAgentAuthorities({ ...h.ports, keyring: others }, enrollmentDefaults).current(),
    ).rejects.toThrow()
    const root = stored.find(d => d.id === 'root-1')!
    const issuing = (await h.store.read(clientAuthorities, PLATFORM_TENANT, 'issuing-1'))!
    const swapped: ClientAuthorityDoc = { ...issuing.doc, sealed_key: root.sealed_key }
    await h.store.write(clientAuthorities, PLATFORM_TENANT, swapped, { expect: issuing.version })
    await expect(of(h).current()).rejects.toThrow()
  })

  it('are complete again after a crash between root and issuing authority', async () => {
    const h = harness()
    await h.service.start?.()
    const issuing = (await h.store.read(clientAuthorities, PLATFORM_TENANT, 'issuing-1'))!
    await h.store.remove(clientAuthorities, PLATFORM_TENANT, 'issuing-1', issuing.version)
    expect((await of(h).current()).id).toBe('issuing-1')
    expect((await of(h).all()).filter(d => d.role === 'root')).toHaveLength(1)
  })

  it('keep the authority of the first release valid, and issue as soon as every gateway knows them', async () => {
    const h = harness()
    await h.service.start?.()
    const { doc } = (await h.store.read(clientAuthorities, PLATFORM_TENANT, 'issuing-1'))!
    const old = harness()
    const { id: _, role, generation, chain_pem, issues_from, ...kept } = doc
    const { createAuthorityKeys } = await import('./authority-keys.ts')
    const key = await createAuthorityKeys(h.ports.keyring).open(doc)
    expect(key.algorithm).toBe('ecdsa-with-SHA256')
    await old.store.write(clientAuthorities, PLATFORM_TENANT, { ...kept, id: 'client' }, { expect: 'absent' })
    expect((await of(old).all()).map(d => d.id)).toEqual(['client'])
    await expect(of(old).current()).rejects.toThrow()
    expect((await of(old).all()).map(d => d.id).sort()).toEqual(['client', 'issuing-1', 'root-1'])
    old.clock.advance(60_000)
    expect((await of(old).current()).id).toBe('issuing-1')
  })
})

describe('a rotation', () => {
  it('is announced for a minute, then issues; earlier ones stay accepted', async () => {
    const h = harness()
    const before = await h.enrolled()
    const made = bodyOf(await rotate(h))
    expect(made).toMatchObject({ authority_id: 'issuing-2', state: 'announced', key: 'sealed' })
    expect((await listed(h)).map(a => [a.authority_id, a.state])).toEqual(
      expect.arrayContaining([
        ['issuing-1', 'issuing'],
        ['issuing-2', 'announced'],
      ]),
    )
    const during = await h.enrolled()
    expect((during.identity.ca_chain as string[])[0]).toBe((before.identity.ca_chain as string[])[0])
    h.clock.advance(60_000)
    const after = await h.enrolled()
    const chain = after.identity.ca_chain as string[]
    expect(chain).toEqual(made.chain)
    expect(readCertificate(after.identity.certificate as string).isIssuedBy(chain[0]!)).toBe(true)
    expect((await listed(h)).find(a => a.authority_id === 'issuing-1')?.state).toBe('accepted')
    const again = await h.exchange({ ...before.request, nonce: nonce() })
    expect(bodyOf(again)).toEqual(before.identity)
  })

  it('is done once, however many callers request it at the same time', async () => {
    const h = harness()
    await h.service.start?.()
    const made = await Promise.all(Array.from({ length: 8 }, async () => bodyOf(await rotate(h))))
    expect(new Set(made.map(m => m.certificate)).size).toBe(1)
    expect(bodyOf(await rotate(h))).toEqual(made[0])
  })

  it('moves an agent to the new authority when it renews', async () => {
    const h = harness()
    const { principal, request, identity } = await h.enrolled()
    await rotate(h)
    h.clock.advance(60_000)
    const renewed = bodyOf(
      await h.as(principal)('renewCertificate', {
        params: { agent_id: principal.id },
        body: { csr: request.csr, nonce: nonce() },
      }),
    )
    expect(renewed.ca_chain).not.toEqual(identity.ca_chain)
    expect((await h.heartbeat(agent(renewed), { hostname: 'a' })).status).toBe(200)
  })

  it('is limited to 32 authorities', async () => {
    const h = harness()
    await h.service.start?.()
    for (let i = 2; i < MAX_CLIENT_AUTHORITIES - 1; i++) {
      expect(await codeOf(rotate(h))).toBe(201)
      h.clock.advance(60_000)
    }
    expect(await codeOf(rotate(h))).toBe('limit_reached')
    expect(await listed(h)).toHaveLength(MAX_CLIENT_AUTHORITIES - 1)
  })

  it('happens by itself while leaves still get their full lifetime, and makes a new root in time', async () => {
    const h = harness()
    await h.service.start?.()
    await jobsOf(h)
    expect(await of(h).all()).toHaveLength(2)
    for (let year = 0; year < 21; year++) {
      for (let month = 0; month < 12; month++) {
        h.clock.advance(30.5 * DAY_MS)
        await jobsOf(h)
        const left = (await of(h).current()).notAfter - h.clock.now()
        expect(left).toBeGreaterThan(90 * DAY_MS)
      }
    }
    const stored = await of(h).all()
    expect(stored.filter(d => d.role === 'root').length).toBe(2)
    for (const { chain_pem = [] } of stored.filter(d => d.role === 'issuing'))
      expect(readCertificate(chain_pem[0]!).isIssuedBy(chain_pem[1]!)).toBe(true)
  })
})

describe('a serial number', () => {
  it('proves its agent and key to any holder of the master key', async () => {
    const h = harness()
    const { identity, request } = await h.enrolled()
    const key = h.ports.keyring.key(PLATFORM_TENANT, 'serials')
    const serial = identity.serial_number as string
    const subject = {
      tenantId: identity.tenant_id as string,
      agentId: identity.agent_id as string,
      spkiHash: (await parseCsr(request.csr as string)).spkiHash,
    }
    expect(serial).toMatch(/^[4-7][0-9a-f]{39}$/)
    expect(isBoundSerial(key, serial, subject)).toBe(true)
    for (const member of ['tenantId', 'agentId', 'spkiHash'])
      expect(isBoundSerial(key, serial, { ...subject, [member]: 'x' })).toBe(false)
    expect(isBoundSerial(Buffer.alloc(32), serial, subject)).toBe(false)
    expect(isBoundSerial(key, serial.slice(2), subject)).toBe(false)
  })
})
