import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { DAY_MS } from '@wardline/kernel'
import { type AgentLeaf, createAgentIssuer } from './agent-certificate.ts'
import { type AgentKeyType, createAgentKey } from './agent-key.ts'
import { type CertifiedKey, createAuthority } from './authority.ts'
import { readCertificate } from './certificate.ts'
import { parseCsr } from './csr.ts'
import { canonicalSerial, newSerialNumber } from './serial-number.ts'
import { createServerCertificate } from './server-certificate.ts'
import { softwareKey } from './signing-key.ts'
import { BasicConstraintsExtension, X509Certificate as Written } from './x509.ts'

const NOW = Date.parse('2026-11-21T09:30:00.000Z')
const URI = 'spiffe://wardline.local/tenant/ten_default/agent/agt_one'
let authority: CertifiedKey

const issuedBy = ({ certificatePem, privateKeyPem }: CertifiedKey, leaf: AgentLeaf): Promise<string> =>
  createAgentIssuer({ certificatePem, key: softwareKey(privateKeyPem) }).issue(leaf)

const leaf = async (type: AgentKeyType = 'P-256', serialNumber = newSerialNumber()) => {
  const csr = await parseCsr((await createAgentKey({ type, commonName: 'root of all' })).csrPem)
  const pem = await issuedBy(authority, {
    csr,
    spiffeUri: URI,
    serialNumber,
    notBefore: NOW - 300_000,
    notAfter: NOW + 90 * DAY_MS,
  })
  return { csr, pem, serialNumber }
}

beforeAll(async () => {
  authority = await createAuthority({ commonName: 'Wardline agents', now: NOW, days: 3650 })
})

describe('an authority', () => {
  it('may issue leaves and no authorities', () => {
    const node = new X509Certificate(authority.certificatePem)
    expect(node.ca).toBe(true)
    expect(node.checkIssued(node) && node.verify(node.publicKey)).toBe(true)
    const extensions = new Written(authority.certificatePem).extensions.map(e => [e.type, e.critical])
    expect(extensions).toEqual([
      ['2.5.29.19', true],
      ['2.5.29.15', true],
      ['2.5.29.14', false],
    ])
    expect(readCertificate(authority.certificatePem)).toMatchObject({
      isAuthority: true,
      clientAuth: false,
      notAfter: NOW + 3650 * DAY_MS,
    })
  })
})

describe('an issuing authority below a root', () => {
  it('is signed by the root, issues leaves and no authorities, and does not outlive it', async () => {
    const root = await createAuthority({ commonName: 'Root', now: NOW, days: 10, pathLength: 1 })
    const issuer = { certificatePem: root.certificatePem, key: softwareKey(root.privateKeyPem) }
    const issuing = await createAuthority({ commonName: 'Issuing', now: NOW, days: 3650, issuer })
    const constraints = (pem: string) => new Written(pem).getExtension(BasicConstraintsExtension)
    expect(constraints(root.certificatePem)).toMatchObject({ ca: true, pathLength: 1 })
    expect(constraints(issuing.certificatePem)).toMatchObject({ ca: true, pathLength: 0 })
    const facts = readCertificate(issuing.certificatePem)
    expect(facts).toMatchObject({ isAuthority: true, clientAuth: false, notAfter: NOW + 10 * DAY_MS })
    expect(facts.isIssuedBy(root.certificatePem)).toBe(true)
    const { csr, serialNumber } = await leaf()
    const times = { notBefore: NOW, notAfter: NOW + DAY_MS }
    const below = await issuedBy(issuing, { csr, spiffeUri: URI, serialNumber, ...times })
    expect(readCertificate(below).isIssuedBy(issuing.certificatePem)).toBe(true)
    expect(readCertificate(below).isIssuedBy(root.certificatePem)).toBe(false)
  })
})

describe('an agent certificate', () => {
  it.each(['P-256', 'P-384', 'Ed25519', 'RSA-2048'] as const)(
    'contains the key of the request (%s) and its identity',
    async type => {
      const { csr, pem, serialNumber } = await leaf(type)
      const facts = readCertificate(pem)
      expect(facts).toMatchObject({
        serialNumber,
        notBefore: NOW - 300_000,
        notAfter: NOW + 90 * DAY_MS,
        uris: [URI],
        clientAuth: true,
        isAuthority: false,
        spkiHash: csr.spkiHash,
      })
      expect(facts.isIssuedBy(authority.certificatePem)).toBe(true)
    },
  )

  it('takes nothing else from the request: subject, SAN and usages are ours', async () => {
    const { pem } = await leaf()
    const node = new X509Certificate(pem)
    expect(node.subject).toBe('CN=agt_one')
    expect(node.subjectAltName).toBe(`URI:${URI}`)
    expect(node.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
    const critical = new Written(pem).extensions.filter(e => e.critical).map(e => e.type)
    expect(critical).toEqual(['2.5.29.19', '2.5.29.15'])
  })

  it('is not issued by another authority, not even one of the same name', async () => {
    const { pem } = await leaf()
    const twin = await createAuthority({ commonName: 'Wardline agents', now: NOW, days: 10 })
    expect(readCertificate(pem).isIssuedBy(twin.certificatePem)).toBe(false)
    expect(readCertificate(pem).isIssuedBy(pem)).toBe(false)
  })

  it('does not outlive its authority', async () => {
    const brief = await createAuthority({ commonName: 'Brief', now: NOW, days: 1 })
    const csr = await parseCsr((await createAgentKey()).csrPem)
    const pem = await issuedBy(brief, {
      csr,
      spiffeUri: URI,
      serialNumber: newSerialNumber(),
      notBefore: NOW,
      notAfter: NOW + 90 * DAY_MS,
    })
    expect(readCertificate(pem).notAfter).toBe(NOW + DAY_MS)
  })
})

describe('a server certificate', () => {
  it('names hosts and addresses and cannot be used by a client', async () => {
    const server = await createServerCertificate({
      authority,
      hostnames: ['localhost', '127.0.0.1', '::1'],
      now: NOW,
      days: 365,
    })
    const node = new X509Certificate(server.certificatePem)
    expect(node.checkHost('localhost')).toBe('localhost')
    expect(node.checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(node.checkIP('::1')).toBe('::1')
    expect(node.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect(readCertificate(server.certificatePem)).toMatchObject({
      clientAuth: false,
      uris: [],
      dnsNames: ['localhost'],
      isAuthority: false,
    })
  })
})

describe('a serial number', () => {
  it('has one spelling', async () => {
    expect(newSerialNumber()).toMatch(/^[4-7][0-9a-f]{31}$/)
    expect(canonicalSerial('00AB')).toBe('ab')
    expect(canonicalSerial('0')).toBe('0')
    const { pem } = await leaf('P-256', '0a0b')
    expect(readCertificate(pem).serialNumber).toBe('a0b')
  })
})

describe('what is not a certificate', () => {
  it('is refused', () => {
    expect(() => readCertificate('nothing')).toThrow()
    expect(() => readCertificate(Buffer.alloc(40))).toThrow()
  })
})
