import { createHash, createPublicKey } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type AgentKeyType, createAgentKey } from './agent-key.ts'
import { CsrInvalid, MAX_CSR_LENGTH, parseCsr } from './csr.ts'
import { element, elementsOf, sequence } from './der.ts'
import { Pkcs10CertificateRequest } from './x509.ts'

const reasonOf = (pem: string): Promise<string> =>
  parseCsr(pem).then(
    () => 'accepted',
    error => (error instanceof CsrInvalid ? error.reason : `not a CsrInvalid: ${error}`),
  )

const der = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
const toPem = (bytes: Buffer, label = 'CERTIFICATE REQUEST'): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`

describe('a certificate signing request', () => {
  it.each(['P-256', 'P-384', 'Ed25519', 'RSA-2048', 'RSA-4096'] as const)(
    'is accepted with a key of %s',
    async type => {
      const key = await createAgentKey({ type })
      const csr = await parseCsr(key.csrPem)
      const spki = createPublicKey(key.privateKeyPem).export({ type: 'spki', format: 'der' })
      expect(csr.keyType).toBe(type.startsWith('RSA') ? 'RSA' : type)
      expect(csr.spki.equals(spki)).toBe(true)
      expect(csr.spkiHash).toBe(createHash('sha256').update(spki).digest('hex'))
    },
  )

  it.each([
    ['RSA-1024', 'weak_key'],
    ['P-521', 'key_type_not_accepted'],
    ['RSA-2048-SHA1', 'weak_signature'],
  ] as [AgentKeyType, string][])('is refused with %s: %s', async (type, reason) => {
    expect(await reasonOf((await createAgentKey({ type })).csrPem)).toBe(reason)
  })

  it('is refused when its signature is not by its key', async () => {
    const bytes = der((await createAgentKey()).csrPem)
    bytes[bytes.length - 1] = bytes[bytes.length - 1]! ^ 1
    expect(await reasonOf(toPem(bytes))).toBe('signature_invalid')
  })

  it('is refused when what was signed has changed', async () => {
    const bytes = der((await createAgentKey({ commonName: 'somebody' })).csrPem)
    const at = bytes.indexOf('somebody')
    bytes.write('another!', at)
    expect(await reasonOf(toPem(bytes))).toBe('signature_invalid')
  })

  it('is one PEM block with nothing before, inside or after it', async () => {
    const pem = (await createAgentKey()).csrPem
    expect(await reasonOf(`\n${pem}\r\n\n`)).toBe('accepted')
    expect(await reasonOf(pem.replaceAll('\n', '\r\n'))).toBe('accepted')
    for (const bad of [
      pem + pem,
      `${pem}trailing`,
      `leading\n${pem}`,
      pem.replaceAll('CERTIFICATE REQUEST', 'CERTIFICATE'),
      pem.replaceAll('CERTIFICATE REQUEST', 'PRIVATE KEY'),
      pem.replace('END CERTIFICATE REQUEST', 'END NEW CERTIFICATE REQUEST'),
      pem.replace('-----BEGIN', '----BEGIN'),
      der(pem).toString('base64'),
      '',
      'x',
    ])
      expect(await reasonOf(bad)).toBe('not_one_pem_block')
  })

  it('is refused when bytes follow the request inside the block', async () => {
    const bytes = der((await createAgentKey()).csrPem)
    expect(await reasonOf(toPem(Buffer.concat([bytes, bytes])))).toBe('malformed')
    expect(await reasonOf(toPem(bytes.subarray(0, bytes.length - 1)))).toBe('malformed')
  })

  it('is refused over 16 KiB, before anything is read', async () => {
    const pem = (await createAgentKey()).csrPem
    expect(await reasonOf(pem + ' '.repeat(MAX_CSR_LENGTH - pem.length + 1))).toBe('too_large')
  })

  it('changed anywhere is refused, or still proves the same key; nothing else is ever thrown', async () => {
    const pem = (await createAgentKey()).csrPem
    const good = der(pem)
    const { spkiHash } = await parseCsr(pem)
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.uint8Array({ minLength: 1, maxLength: 4 }), async (at, patch) => {
        const bytes = Buffer.from(good)
        bytes.set(patch.subarray(0, bytes.length - at), at)
        const result = await parseCsr(toPem(bytes)).catch(error => error)
        if (!(result instanceof CsrInvalid)) expect(result.spkiHash).toBe(spkiHash)
      }),
      { numRuns: 300 },
    )
    const deep = Buffer.alloc(12_000)
    for (let i = 0; i < deep.length - 4; i += 4)
      deep.set([0x30, 0x82, (deep.length - i - 4) >> 8, (deep.length - i - 4) & 255], i)
    expect(await reasonOf(toPem(deep))).toBe('malformed')
  })

  it.each(['P-256', 'P-384', 'Ed25519', 'RSA-2048'] as const)(
    'with a key of %s is read as the library reads it, whatever its subject',
    async type => {
      const subjects = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      await fc.assert(
        fc.asyncProperty(subjects, async commonName => {
          const { csrPem } = await createAgentKey({ type, commonName: commonName.replace(/[^\p{L}\p{N} ]/gu, 'x') })
          const known = new Pkcs10CertificateRequest(csrPem)
          expect(await known.verify()).toBe(true)
          expect((await parseCsr(csrPem)).spki.equals(Buffer.from(known.publicKey.rawData))).toBe(true)
        }),
        { numRuns: type === 'RSA-2048' ? 3 : 25 },
      )
    },
  )

  it('is refused when it says that it is signed by another kind of key, or has another shape', async () => {
    const bytes = der((await createAgentKey()).csrPem)
    const swap = (from: string, to: string): string =>
      toPem(Buffer.from(bytes.toString('hex').replace(from, to), 'hex'))
    const ecdsaSha256 = '06082a8648ce3d040302'
    expect(bytes.toString('hex')).toContain(ecdsaSha256)
    expect(await reasonOf(swap(ecdsaSha256, '06082a8648ce3d040303'))).toBe('signature_invalid')
    expect(await reasonOf(swap(ecdsaSha256, '06082a8648ce3d040301'))).toBe('weak_signature')
    expect(await reasonOf(swap(ecdsaSha256, '06082a864886f70d0101'))).toMatch(/^(malformed|signature_invalid)$/)
    expect(await reasonOf(swap('020100', '020101'))).toBe('malformed')
    const [info, algorithm, signature] = elementsOf(bytes) as [Buffer, Buffer, Buffer]
    for (const wrong of [
      sequence(info, algorithm),
      sequence(info, algorithm, signature, signature),
      sequence(algorithm, info, signature),
      sequence(sequence(...elementsOf(info), element(0xa0)), algorithm, signature),
      sequence(sequence(...elementsOf(info).slice(0, 2)), algorithm, signature),
    ])
      expect(await reasonOf(toPem(wrong))).toBe('malformed')
  })

  it('reports the reason, never the contents', async () => {
    const pem = (await createAgentKey({ commonName: 'secret-host' })).csrPem
    await expect(parseCsr(`${pem}x`)).rejects.toThrow(/^the certificate signing request is refused: not_one_pem_block$/)
  })
})
