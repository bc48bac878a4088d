import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { DAY_MS } from '@wardline/kernel'
import { type CertifiedKey, createAuthority, createServerCertificate } from '@wardline/pki'
import { createTestClock } from '@wardline/ports/testing'
import { type OperatorCertificate, openOperatorCertificate } from '@wardline/service-kit'
import { silentLog, silentMetrics } from '@wardline/service-kit/testing'

const NOW = Date.now()
const dir = mkdtempSync(join(tmpdir(), 'wardline-certificates-'))
const [certFile, keyFile] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
const clock = createTestClock(NOW)
let authority: CertifiedKey
let active: Set<string>
const ends = [0]

interface Made {
  readonly cert: string
  readonly key: string
}
const make = async (days: number): Promise<Made> => {
  const made = await createServerCertificate({ authority, hostnames: ['a'], now: NOW - 40 * DAY_MS, days: days + 40 })
  return { cert: made.certificatePem, key: made.privateKeyPem }
}
const put = ({ cert, key }: Made): void => {
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
}
const open = (): Promise<OperatorCertificate> =>
  openOperatorCertificate({
    name: 'tls_listener',
    ...{ certFile, keyFile, clock, log: silentLog() },
    metrics: { ...silentMetrics, gauge: (_name, value) => ends.splice(0, 1, value) },
    alarms: {
      raise: (name, facts, of) => void active.add(`${name} ${of}${facts?.fault ? `: ${facts.fault}` : ''}`),
      clear: (name, of) => {
        for (const one of active) if (one.startsWith(`${name} ${of}`)) active.delete(one)
      },
    },
  })

let old: Made
let fresh: Made
beforeAll(async () => {
  authority = await createAuthority({ commonName: 'Operator', now: NOW - 50 * DAY_MS, days: 400 })
  ;[old, fresh] = [await make(60), await make(90)]
})
beforeEach(() => {
  active = new Set()
  clock.set(NOW)
  put(old)
})
afterAll(() => rmSync(dir, { recursive: true }))

describe("an operator's certificate", () => {
  it('is replaced when its files have changed and are the same twice in a row', async () => {
    const certificate = await open()
    expect((await certificate.look()).cert).toBe(old.cert)
    put(fresh)
    expect((await certificate.look()).cert).toBe(old.cert)
    expect((await certificate.look()).cert).toBe(fresh.cert)
    expect(Math.round((ends[0]! * 1_000 - NOW) / DAY_MS)).toBe(90)
  })

  it('is replaced at once when somebody says so', async () => {
    const certificate = await open()
    put(fresh)
    expect((await certificate.look(true)).cert).toBe(fresh.cert)
  })

  it.each([
    ['half a certificate', () => put({ ...fresh, cert: fresh.cert.slice(0, 300) }), 'the certificate is not whole PEM'],
    [
      'half a chain',
      () => put({ ...fresh, cert: fresh.cert + old.cert.slice(0, 300) }),
      'the certificate is not whole PEM',
    ],
    ['an empty file', () => put({ ...fresh, cert: '' }), 'the certificate is not whole PEM'],
    ['half a key', () => put({ ...fresh, key: fresh.key.slice(0, 80) }), 'the key is not whole PEM'],
    [
      'the new certificate with the old key',
      () => put({ ...fresh, key: old.key }),
      'the key does not fit the certificate',
    ],
    ['no certificate file', () => rmSync(certFile), 'a file cannot be read'],
  ])(
    'stays while there is %s; after half a minute that is an alarm, until the files are right',
    async (_, write, fault) => {
      const certificate = await open()
      write()
      for (let i = 0; i < 3; i++) expect((await certificate.look()).cert).toBe(old.cert)
      expect([...active]).toEqual([])
      clock.advance(30_000)
      expect((await certificate.look()).cert).toBe(old.cert)
      expect([...active]).toEqual([`certificate_not_reloaded tls_listener: ${fault}`])
      put(fresh)
      await certificate.look()
      expect((await certificate.look()).cert).toBe(fresh.cert)
      expect([...active]).toEqual([])
    },
  )

  it('that is valid is not replaced by one that has ended', async () => {
    const certificate = await open()
    put(await make(-1))
    expect((await certificate.look(true)).cert).toBe(old.cert)
    expect([...active]).toEqual(['certificate_not_reloaded tls_listener: it has ended'])
    put(old)
    await certificate.look(true)
    expect([...active]).toEqual([])
  })

  it.each([
    [15, []],
    [13, ['certificate_ends tls_listener']],
    [-1, ['certificate_ends tls_listener']],
  ])('with %i days left is told of at start: %j', async (days, expected) => {
    put(await make(days))
    const certificate = await open()
    expect([...active]).toEqual(expected)
    put(fresh)
    await certificate.look(true)
    expect([...active]).toEqual([])
  })

  it('is told of when its end comes near', async () => {
    const certificate = await open()
    clock.advance(47 * DAY_MS)
    await certificate.look()
    expect([...active]).toEqual(['certificate_ends tls_listener'])
  })

  it('that cannot be used stops the start, with the reason', async () => {
    put({ ...old, key: fresh.key })
    await expect(open()).rejects.toThrow('the certificate tls_listener cannot be used: the key does not fit')
  })
})
