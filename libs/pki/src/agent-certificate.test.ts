import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { DAY_MS } from '@wardline/kernel'
import fc from 'fast-check'
import { type AgentLeaf, createAgentIssuer } from './agent-certificate.ts'
import { createAuthority } from './authority.ts'
import { contentOf, firstInside, integer, objectIdentifier, sequence, time } from './der.ts'
import { type SignatureAlgorithm, type SigningKey, softwareKey } from './signing-key.ts'
import { certifiedKey, libraryLeaf } from './testing/library-leaf.ts'

const NOW = Date.parse('2026-11-21T09:30:00.000Z')
const SPKIS = [
  ...['P-256', 'P-384'].map(namedCurve => generateKeyPairSync('ec', { namedCurve }).publicKey),
  generateKeyPairSync('ed25519').publicKey,
  generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey,
].map(key => key.export({ type: 'spki', format: 'der' }) as Buffer<ArrayBuffer>)

const id = (prefix: string, length: number) =>
  fc.stringMatching(new RegExp(`^[a-z0-9_]{1,${length}}$`)).map(rest => `${prefix}_${rest}`)
const leaves: fc.Arbitrary<AgentLeaf> = fc.record({
  csr: fc.constantFrom(...SPKIS).map(spki => ({ spki })),
  spiffeUri: fc
    .tuple(fc.stringMatching(/^[a-z0-9.-]{1,200}$/), id('ten', 60), id('agt', 60))
    .map(([domain, tenant, agent]) => `spiffe://${domain}/tenant/${tenant}/agent/${agent}`),
  // The library generates a number if it gets zero.
  serialNumber: fc
    .uint8Array({ minLength: 1, maxLength: 20 })
    .filter(bytes => bytes.some(byte => byte > 0))
    .map(bytes => Buffer.from(bytes).toString('hex')),
  notBefore: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  notAfter: fc.integer({ min: 0, max: 4_000_000_000_000 }),
})

const tbsOf = (pem: string): Buffer => firstInside(new X509Certificate(pem).raw)

describe('the encoder of agent certificates', () => {
  let authority: Awaited<ReturnType<typeof certifiedKey>>
  beforeAll(async () => {
    authority = await certifiedKey({ commonName: 'Wardline agents', now: NOW, days: 40_000 })
  })

  it('writes, byte for byte, what the library writes', async () => {
    const issuer = createAgentIssuer(authority)
    await fc.assert(
      fc.asyncProperty(leaves, async leaf => {
        expect(tbsOf(await issuer.issue(leaf)).equals(tbsOf(await libraryLeaf(authority, leaf)))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('signs what it writes', async () => {
    const issuer = createAgentIssuer(authority)
    const [leaf] = fc.sample(leaves, 1)
    const certificate = new X509Certificate(await issuer.issue(leaf!))
    expect(certificate.verify(new X509Certificate(authority.certificatePem).publicKey)).toBe(true)
  })

  it('refuses anything except a SPIFFE id of an agent', async () => {
    const [leaf] = fc.sample(leaves, 1)
    const bad = { ...leaf!, spiffeUri: 'spiffe://wardline.local/workload' }
    await expect(createAgentIssuer(authority).issue(bad)).rejects.toThrow()
  })
})

describe('a key that signs outside the process', () => {
  const outside = {
    'ecdsa-with-SHA256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    'ecdsa-with-SHA384': () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    sha256WithRSAEncryption: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  } satisfies Record<SignatureAlgorithm, () => unknown>

  it.each(Object.keys(outside) as SignatureAlgorithm[])('may be of %s', async algorithm => {
    const { privateKey, publicKey } = outside[algorithm]()
    const inMemory = softwareKey(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
    const asked: Uint8Array[] = []
    const key: SigningKey = {
      ...inMemory,
      async sign(data) {
        asked.push(data)
        return inMemory.sign(data)
      },
    }
    expect(key.algorithm).toBe(algorithm)
    const { certificatePem } = await createAuthority({ commonName: 'Named like it', now: NOW, days: 10 })
    const [leaf] = fc.sample(leaves, 1)
    const made = new X509Certificate(await createAgentIssuer({ certificatePem, key }).issue(leaf!))
    expect(made.verify(publicKey)).toBe(true)
    expect(asked.map(data => Buffer.from(data).equals(firstInside(made.raw)))).toEqual([true])
  })

  it('is refused if it is weak', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    expect(() => softwareKey(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)).toThrow('2048')
  })
})

describe('an element of DER', () => {
  it('has the shortest length and a number the shortest content', () => {
    expect(integer('00').toString('hex')).toBe('020100')
    expect(integer('80').toString('hex')).toBe('02020080')
    expect(integer('007f').toString('hex')).toBe('02017f')
    expect(sequence(Buffer.alloc(127)).subarray(0, 2).toString('hex')).toBe('307f')
    expect(sequence(Buffer.alloc(128)).subarray(0, 3).toString('hex')).toBe('308180')
    expect(sequence(Buffer.alloc(256)).subarray(0, 4).toString('hex')).toBe('30820100')
    expect(objectIdentifier('1.2.840.113549.1.1.11').toString('hex')).toBe('06092a864886f70d01010b')
  })

  it('spells years after 2049 in full', () => {
    expect(time(Date.parse('2049-12-31T23:59:59.999Z')).subarray(2).toString()).toBe('491231235959Z')
    expect(time(Date.parse('2050-01-01T00:00:00Z')).subarray(2).toString()).toBe('20500101000000Z')
  })

  it('that is truncated, or has no definite length, is refused', () => {
    for (const hex of ['', '30', '3080', '3003', '308201', '3085010000000000'])
      expect(() => contentOf(Buffer.from(hex, 'hex'))).toThrow()
    expect(() => firstInside(Buffer.from('30020205', 'hex'))).toThrow()
  })

  it('encodes milliseconds as seconds', () => {
    expect(time(NOW + DAY_MS).equals(time(NOW + DAY_MS + 999))).toBe(true)
  })
})
