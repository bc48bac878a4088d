import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { createKeyring, DAY_MS } from '@wardline/kernel'
import { createAuthority, createServerCertificate, readCertificate } from '@wardline/pki'
import { createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { silentMetrics } from '@wardline/service-kit/testing'
import { send } from '../testing/http-client.ts'
import { startTestGateway } from '../testing/test-gateway.ts'
import { requireLoopback } from './listeners.ts'
import { ownCertificate } from './server-certificate.ts'

describe('The plain listener', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost'])('may use the loopback address %s', host => {
    expect(() => requireLoopback(host)).not.toThrow()
  })

  it.each(['0.0.0.0', '::', '192.0.2.1', '10.0.0.1', 'example.org', ''])('refuses to start on %j', async host => {
    await expect(startTestGateway({ apiHost: host })).rejects.toThrow('loopback')
  })
})

describe('The requested host on the plain listener', () => {
  it.each([
    ['127.0.0.1:8080', 404],
    ['LOCALHOST:8080', 404],
    ['[::1]:8080', 404],
    ['wardline.example', 404],
    ['agents.example:8443', 404],
    ['rebound.example:8080', 421],
    ['127.0.0.1.rebound.example', 421],
    ['a b', 421],
  ])('%s: %i', async (host, status) => {
    const gateway = await startTestGateway({ publicUrl: 'https://wardline.example' })
    const answer = await send(`${gateway.apiUrl}/api/v1/unknown`, { headers: { Host: host } }).finally(gateway.drain)
    expect([answer.status, answer.json.code]).toEqual([status, status === 421 ? 'misdirected_request' : 'not_found'])
  })
})

describe('The server certificate', () => {
  it('is issued by one authority, whichever of two replicas starts first', async () => {
    const ports = {
      registry: createMemoryRegistry(),
      clock: createTestClock(),
      keyring: createKeyring(randomBytes(32)),
      metrics: silentMetrics,
    }
    const [one, other] = await Promise.all([
      ownCertificate(ports, ['a']).current(),
      ownCertificate(ports, ['a']).current(),
    ])
    expect(one.trustPem).toBe(other.trustPem)
    expect(readCertificate(one.certificatePem).isIssuedBy(other.trustPem)).toBe(true)
    expect(one.privateKeyPem).not.toBe(other.privateKeyPem)
  })

  it('is renewed by the same authority 30 days before its end', async () => {
    const ports = {
      registry: createMemoryRegistry(),
      clock: createTestClock(),
      keyring: createKeyring(randomBytes(32)),
      metrics: silentMetrics,
    }
    const certificates = ownCertificate(ports, ['a'])
    const first = await certificates.current()
    ports.clock.advance(59 * DAY_MS)
    expect(await certificates.current()).toBe(first)
    ports.clock.advance(2 * DAY_MS)
    const second = await certificates.current()
    expect(second.certificatePem).not.toBe(first.certificatePem)
    expect(second.trustPem).toBe(first.trustPem)
  })

  it("may be the operator's own", async () => {
    const dir = mkdtempSync(join(tmpdir(), 'wardline-tls-'))
    const authority = await createAuthority({ commonName: 'Operator CA', now: Date.now(), days: 10 })
    const made = await createServerCertificate({ authority, hostnames: ['localhost'], now: Date.now(), days: 5 })
    const [tlsCertificateFile, tlsKeyFile] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
    writeFileSync(tlsCertificateFile, made.certificatePem)
    writeFileSync(tlsKeyFile, made.privateKeyPem)
    const gateway = await startTestGateway({ tlsCertificateFile, tlsKeyFile, agentHostnames: ['localhost'] })
    expect(gateway.agentUrl).toMatch(/^https:\/\/localhost:\d+$/)
    expect((await send(`${gateway.agentUrl}/docs`, { ca: authority.certificatePem })).status).toBe(200)
    await gateway.drain()
    await expect(startTestGateway({ tlsCertificateFile })).rejects.toThrow('together')
    rmSync(dir, { recursive: true })
  })
})

describe('Draining', () => {
  it('finishes what is in flight, ends streams, and refuses new connections', async () => {
    const gateway = await startTestGateway()
    const token = await gateway.account(['operator'])
    const finish = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const sent = Promise.withResolvers<void>()
    gateway.handlers.readAlert = async () => {
      arrived.resolve()
      await finish.promise
      return { status: 200, body: { alert_id: 'alr_1' } }
    }
    gateway.handlers.streamAlerts = async ({ signal }) => ({
      status: 200,
      stream: (async function* () {
        yield { id: '1' }
        sent.resolve()
        await new Promise<void>(gone => signal.addEventListener('abort', () => gone()))
      })(),
    })
    const agent = new Agent({ keepAlive: true })
    const slow = send(`${gateway.apiUrl}/api/v1/alerts/alr_1`, { token, agent })
    const stream = send(`${gateway.apiUrl}/api/v1/alerts/stream`, { token })
    await Promise.all([arrived.promise, sent.promise])
    const drained = gateway.drain()
    expect((await stream).text).toContain('id: 1')
    await expect(send(`${gateway.apiUrl}/docs`)).rejects.toThrow()
    finish.resolve()
    expect((await slow).json).toEqual({ alert_id: 'alr_1' })
    await drained
    agent.destroy()
  })
})
