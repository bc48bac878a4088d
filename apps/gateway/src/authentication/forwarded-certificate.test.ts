import { createHash, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { createAuthority } from '@wardline/pki'
import fc from 'fast-check'
import { readForwardedCertificate } from './forwarded-certificate.ts'

let pem: string
let der: Buffer
let hash: string
beforeAll(async () => {
  pem = (await createAuthority({ commonName: 'any', now: Date.now(), days: 1 })).certificatePem
  der = new X509Certificate(pem).raw
  hash = createHash('sha256').update(der).digest('hex')
})
const cert = (text = pem): string => `Cert="${encodeURIComponent(text)}"`

describe('X-Forwarded-Client-Cert', () => {
  it.each<[string, () => string]>([
    ['written by Envoy', () => `By=spiffe://proxy;Hash=${hash};${cert()};Subject="CN=\\"x\\",O=a;b";URI=spiffe://a`],
    ['written by nginx', () => cert()],
    [
      'written by nginx, with everything escaped',
      () => `Cert="${pem.replace(/[^A-Za-z]/g, c => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`,
    ],
    ['written by another proxy', () => `cert=${encodeURIComponent(pem)};HASH=${hash.toUpperCase()}`],
    ['written with several names', () => `${cert()};DNS=a.example;DNS=b.example;URI=x:1;URI=x:2`],
  ])('is read when %s', (_, header) => {
    expect(readForwardedCertificate(header())).toEqual(der)
  })

  it.each<[string, string | undefined]>([
    ['is absent', undefined],
    ['is empty', ''],
    ['has an empty certificate', 'Cert=""'],
    ['names only the proxy', 'By=spiffe://proxy'],
  ])('says that there is no certificate when it %s', (_, header) => {
    expect(readForwardedCertificate(header)).toBe('none')
  })

  it.each<[string, () => string]>([
    ['two elements', () => `${cert()},${cert()}`],
    ['two certificates', () => `${cert()};${cert()}`],
    ['two certificates in one', () => cert(pem + pem)],
    ['another hash', () => `Hash=${'0'.repeat(64)};${cert()}`],
    ['a hash and no certificate', () => `Hash=${hash};Subject="CN=x"`],
    ['a key', () => cert(pem.replaceAll('CERTIFICATE', 'PRIVATE KEY'))],
    ['PEM of nothing', () => cert('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')],
    ['half an escape', () => 'Cert="%4"'],
    ['an open quote', () => 'Cert="abc'],
    ['plain PEM', () => `Cert=${pem.replaceAll('\n', ' ')}`],
    ['no pairs', () => 'hello'],
  ])('is garbled with %s', (_, header) => {
    expect(readForwardedCertificate(header())).toBe('garbled')
  })

  it('never throws, and never reads a certificate out of noise', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), noise => {
        expect(['none', 'garbled']).toContain(readForwardedCertificate(noise))
      }),
    )
  })
})
