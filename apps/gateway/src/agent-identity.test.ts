import { Agent } from 'node:https'
import { type ConnectionOptions, connect } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { DAY_MS, rfc3339 } from '@wardline/kernel'
import { createAuthority, createServerCertificate } from '@wardline/pki'
import { agents, agentTombstones } from '@wardline/registries'
import { type Call, send } from './testing/http-client.ts'
import { createTestAgents, docOf, type IssueOptions, type TestAgent } from './testing/test-agents.ts'
import { startTestGateway, TENANT, type TestGateway } from './testing/test-gateway.ts'

let gateway: TestGateway
let enrolled: Awaited<ReturnType<typeof createTestAgents>>
beforeAll(async () => {
  gateway = await startTestGateway()
  enrolled = await createTestAgents(gateway)
})
afterAll(() => gateway.drain())
beforeEach(() => {
  gateway.asked.length = 0
  gateway.clock.offset = 0
  gateway.storeIsDown = false
})

const as = (agent: Pick<TestAgent, 'cert' | 'key'>): Call => ({
  cert: agent.cert,
  key: agent.key,
  ca: gateway.trustPem,
})
const heartbeatPath = (id: string): string => `/api/v1/agents/${id}/telemetry/heartbeat`
const beat = (agent: TestAgent, call: Call = {}) =>
  send(`${gateway.agentUrl}${heartbeatPath(agent.id)}`, {
    method: 'POST',
    body: { hostname: 'h' },
    ...as(agent),
    ...call,
  })

describe('A heartbeat', () => {
  it('is accepted with the certificate of its own agent', async () => {
    const agent = await enrolled.issue()
    expect((await beat(agent)).status).toBe(200)
    expect(gateway.asked.at(-1)?.principal).toEqual({
      type: 'agent',
      id: agent.id,
      tenantId: TENANT,
      roles: ['agent'],
      agentClass: 'endpoint',
      serialNumber: agent.serialNumber,
      renewalDue: false,
    })
  })

  const now = Date.now()
  const hours = (n: number): string => rfc3339(now + n * 3_600_000)
  it.each<[string, number, string, IssueOptions]>([
    ['another trust domain', 401, 'identity_unknown', { trustDomain: 'wardline.other' }],
    ['a revoked agent', 403, 'identity_revoked', { doc: { state: 'revoked' } }],
    ['a stale agent', 401, 'identity_stale', { doc: { state: 'stale' } }],
    ['a successor seen 25 h ago', 401, 'identity_stale', { certificate: { superseded_at: hours(-25) } }],
    ['an end 91 days ago', 401, 'identity_stale', { notBefore: now - 181 * DAY_MS, notAfter: now - 91 * DAY_MS }],
    ['a start in an hour', 503, 'unavailable', { notBefore: now + 3_600_000 }],
    ['an agent that the registry does not have', 503, 'identity_unresolved', { doc: null }],
    [
      'a serial number that the registry does not have',
      503,
      'identity_unresolved',
      { certificate: { serial_number: 'ab' } },
    ],
    [
      'a generation that is no longer listed',
      401,
      'identity_stale',
      {
        notBefore: now - 50 * DAY_MS,
        certificate: { serial_number: 'ab', not_before: hours(-100), superseded_at: hours(-25) },
      },
    ],
    ['a tenant that the registry does not have', 503, 'identity_unresolved', { tenant: 'ten_gone' }],
  ])('with a certificate of %s is %i %s', async (_, status, code, options) => {
    const reply = await beat(await enrolled.issue(options))
    expect([reply.status, reply.json.code]).toEqual([status, code])
    expect(reply.headers['retry-after'] === undefined).toBe(status !== 503)
    expect(gateway.asked).toEqual([])
  })

  it('with a certificate of another authority of the same name is 401 identity_unknown', async () => {
    const authority = await createAuthority({ commonName: 'Wardline client CA', now: Date.now(), days: 30 })
    const reply = await beat(await enrolled.issue({ authority }))
    expect([reply.status, reply.json.code]).toEqual([401, 'identity_unknown'])
  })

  it('with a certificate whose authority the store has lost is 503 identity_unresolved, by its serial number alone', async () => {
    const authority = await createAuthority({ commonName: 'Lost', now: Date.now(), days: 30 })
    const ours = await enrolled.issue({ authority, bound: true })
    const reply = await beat(ours)
    expect([reply.status, reply.json.code]).toEqual([503, 'identity_unresolved'])
    expect(gateway.raised).toContain('agent_identity_unresolved')
    const copied = await enrolled.issue({ authority, id: ours.id, serialNumber: ours.serialNumber })
    expect((await beat(copied)).json.code).toBe('identity_unknown')
  })

  it('that would make many agents stale at once is 503 for those beyond the first ten, and an alarm', async () => {
    const own = await startTestGateway()
    const agents = await createTestAgents(own)
    const codes: string[] = []
    for (let i = 0; i < 13; i++) {
      const { id, cert, key } = await agents.issue({ doc: { state: 'stale' } })
      const url = `${own.agentUrl}/api/v1/agents/${id}/telemetry/heartbeat`
      const reply = await send(url, { method: 'POST', body: { hostname: 'h' }, cert, key, ca: own.trustPem })
      codes.push(`${reply.status} ${reply.json.code}`)
    }
    await own.drain()
    expect(codes).toEqual([...Array(10).fill('401 identity_stale'), ...Array(3).fill('503 unavailable')])
    expect([...own.active]).toEqual(['many_agents_stale'])
  })

  it('with a certificate of an agent that was removed is 401 identity_unknown', async () => {
    const removed = await enrolled.issue({ doc: null })
    const tombstone = { id: removed.id, removed_at: rfc3339(now) }
    await gateway.registry.write(agentTombstones, TENANT, tombstone, { expect: 'absent' })
    const reply = await beat(removed)
    expect([reply.status, reply.json.code]).toEqual([401, 'identity_unknown'])
  })

  it("with our authority's certificate for a server, not for a client, is 401 identity_unknown", async () => {
    const made = await createServerCertificate({
      authority: enrolled.authority,
      hostnames: ['agents.example'],
      now: Date.now(),
      days: 30,
    })
    const reply = await beat({ id: 'agt_x', serialNumber: '1', cert: made.certificatePem, key: made.privateKeyPem })
    expect([reply.status, reply.json.code]).toEqual([401, 'identity_unknown'])
  })

  it("with the authority's own certificate is 401 identity_unknown", async () => {
    const { certificatePem, privateKeyPem } = enrolled.authority
    const reply = await beat({ id: 'agt_x', serialNumber: '1', cert: certificatePem, key: privateKeyPem })
    expect([reply.status, reply.json.code]).toEqual([401, 'identity_unknown'])
  })

  it('within 24 h of its successor, or within 90 days of its expiry, is accepted and due for renewal', async () => {
    const replaced = await enrolled.issue({ certificate: { superseded_at: hours(-23), renew_after: hours(-30) } })
    const expired = await enrolled.issue({ notBefore: now - 100 * DAY_MS, notAfter: now - 10 * DAY_MS })
    for (const agent of [replaced, expired]) {
      expect((await beat(agent)).status).toBe(200)
      expect(gateway.asked.at(-1)?.principal).toMatchObject({ id: agent.id, renewalDue: true })
    }
  })

  it('under the path of another agent is 403 identity_mismatch', async () => {
    const [one, other] = [await enrolled.issue(), await enrolled.issue()]
    const reply = await beat({ ...one, id: other.id })
    expect([reply.status, reply.json.code]).toEqual([403, 'identity_mismatch'])
  })

  it('without a certificate is 401 certificate_required on either listener, with a bearer token 403 forbidden', async () => {
    const token = await gateway.account(['admin', 'operator'])
    for (const url of [gateway.apiUrl, gateway.agentUrl]) {
      const call = { method: 'POST', body: { hostname: 'h' }, ca: gateway.trustPem }
      const none = await send(url + heartbeatPath('agt_x'), call)
      expect([none.status, none.json.code]).toEqual([401, 'certificate_required'])
      const bearer = await send(url + heartbeatPath('agt_x'), { ...call, token })
      expect([bearer.status, bearer.json.code]).toEqual([403, 'forbidden'])
    }
  })

  it('with a certificate and a bearer token is 400 ambiguous_credentials', async () => {
    const reply = await beat(await enrolled.issue(), { token: await gateway.account(['operator']) })
    expect([reply.status, reply.json.code]).toEqual([400, 'ambiguous_credentials'])
  })

  it.each<[string, number, string, Call]>([
    ['broken JSON', 400, 'malformed_json', { body: '{"hostname":' }],
    ['another media type', 415, 'unsupported_media_type', { headers: { 'Content-Type': 'text/plain' } }],
    ['no host name', 422, 'validation_failed', { body: {} }],
    ['9 MiB', 413, 'body_too_large', { body: Buffer.alloc(9 * 1_024 * 1_024, 32) }],
  ])('with %s is %i %s, which stops no agent', async (_, status, code, call) => {
    const reply = await beat(await enrolled.issue(), call)
    expect([reply.status, reply.json.code]).toEqual([status, code])
  })

  it('may be nested to any depth: its owner truncates it', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect((await beat(await enrolled.issue(), { body: `{"hostname":"h","x":${deep}}` })).status).toBe(200)
  })
})

describe('To an agent', () => {
  it.each([
    ['GET', '/api/v1/alerts'],
    ['GET', '/api/v1/nothing'],
    ['DELETE', '/api/v1/alerts'],
    ['GET', '/api/v1/agents/agt_x/telemetry/heartbeat'],
    ['POST', '/api/v1/logs/ingest'],
    ['GET', '/'],
  ])('%s %s is not there', async (method, path) => {
    const agent = await enrolled.issue()
    const reply = await send(gateway.agentUrl + path, { method, ...as(agent) })
    expect([reply.status, reply.json.code]).toEqual([404, 'not_found'])
  })

  it('ingest is open if it is a collector, and closed in the grace period after expiry', async () => {
    const call: Call = { method: 'POST', body: { log_source_id: 'src_1', events: [{ raw: 'x' }] } }
    const collector = await enrolled.issue({ doc: { agent_class: 'collector' } })
    expect((await send(`${gateway.agentUrl}/api/v1/logs/ingest`, { ...call, ...as(collector) })).status).toBe(200)
    const [notBefore, notAfter] = [Date.now() - 100 * DAY_MS, Date.now() - 10 * DAY_MS]
    const expired = await enrolled.issue({ doc: { agent_class: 'collector' }, notBefore, notAfter })
    expect((await send(`${gateway.agentUrl}/api/v1/logs/ingest`, { ...call, ...as(expired) })).status).toBe(404)
  })

  it('renewal is open, even in the grace period after expiry', async () => {
    const agent = await enrolled.issue({ notBefore: Date.now() - 100 * DAY_MS, notAfter: Date.now() - DAY_MS })
    const url = `${gateway.agentUrl}/api/v1/agents/${agent.id}/certificate/renew`
    expect((await send(url, { method: 'POST', body: {}, ...as(agent) })).status).toBe(200)
  })
})

describe('On an open connection', () => {
  it('a revocation takes effect within 5 s, without a new handshake', async () => {
    const agent = await enrolled.issue()
    const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 })
    expect((await beat(agent, { agent: keepAlive })).status).toBe(200)
    const stored = await gateway.registry.read(agents, TENANT, agent.id)
    await enrolled.put({ ...stored!.doc, state: 'revoked' })
    const until = Date.now() + 5_000
    let reply = await beat(agent, { agent: keepAlive })
    while (reply.status === 200 && Date.now() < until) {
      await new Promise(resolve => setTimeout(resolve, 100))
      reply = await beat(agent, { agent: keepAlive })
    }
    expect([reply.status, reply.json.code]).toEqual([403, 'identity_revoked'])
    keepAlive.destroy()
  })

  it('a session is never resumed, so every handshake presents the certificate again', async () => {
    const { hostname, port } = new URL(gateway.agentUrl)
    const agent = await enrolled.issue()
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const options = {
        host: hostname,
        port: Number(port),
        cert: agent.cert,
        key: agent.key,
        ca: gateway.trustPem,
        maxVersion,
      }
      const first = await handshake(options)
      const second = await handshake({ ...options, session: first.session })
      expect(second.reused).toBe(false)
    }
  })

  it.each([
    ['ECDHE-ECDSA-AES128-GCM-SHA256', true],
    ['ECDHE-ECDSA-CHACHA20-POLY1305', true],
    ['ECDHE-ECDSA-AES128-SHA', false],
    ['ECDHE-ECDSA-AES256-SHA384', false],
    ['DHE-RSA-AES128-GCM-SHA256', false],
  ])('TLS 1.2 with %s: %s', async (ciphers, accepted) => {
    const { hostname, port } = new URL(gateway.agentUrl)
    const options = {
      host: hostname,
      port: Number(port),
      ca: gateway.trustPem,
      maxVersion: 'TLSv1.2' as const,
      ciphers,
    }
    const shaken = await handshake(options).then(
      () => true,
      () => false,
    )
    expect(shaken).toBe(accepted)
  })

  it('TLS 1.1 is refused', async () => {
    const { hostname, port } = new URL(gateway.agentUrl)
    const options = { host: hostname, port: Number(port), ca: gateway.trustPem }
    await expect(handshake({ ...options, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })).rejects.toThrow()
  })
})

describe('With the store down', () => {
  it('an agent that was verified in the last 60 s is served, and any other is told to try again', async () => {
    const known = await enrolled.issue()
    const unknown = await enrolled.issue()
    expect((await beat(known)).status).toBe(200)
    await new Promise(resolve => setTimeout(resolve, 2_100))
    gateway.storeIsDown = true
    expect((await beat(known)).status).toBe(200)
    const reply = await beat(unknown)
    expect([reply.status, reply.json.code]).toEqual([503, 'unavailable'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    gateway.clock.offset = 61_000
    expect((await beat(known)).status).toBe(503)
  })

  it('an agent of a suspended tenant is told to try again, never to stop', async () => {
    const agent = await enrolled.issue()
    await gateway.tenantState('suspended')
    await new Promise(resolve => setTimeout(resolve, 2_100))
    const reply = await beat(agent)
    expect([reply.status, reply.json.code]).toEqual([503, 'unavailable'])
    await gateway.tenantState('active')
    await new Promise(resolve => setTimeout(resolve, 2_100))
    expect((await beat(agent)).status).toBe(200)
  })
})

describe('A certificate that was just renewed', () => {
  it('is accepted at once, although the old record is in the cache', async () => {
    const agent = await enrolled.issue()
    expect((await beat(agent)).status).toBe(200)
    const stored = await gateway.registry.read(agents, TENANT, agent.id)
    const renewed = await enrolled.issue({ id: agent.id, doc: null })
    const [old] = stored!.doc.certificates
    await enrolled.put(docOf(agent.id, [old!, { ...old!, serial_number: renewed.serialNumber }]))
    expect((await beat(renewed)).status).toBe(200)
  })
})

function handshake(options: ConnectionOptions): Promise<{ session: Buffer; reused: boolean }> {
  return new Promise((resolve, reject) => {
    const socket = connect(options)
    let session = Buffer.alloc(0)
    socket.on('session', s => {
      session = s
    })
    socket.once('error', reject)
    socket.once('data', () => {
      resolve({ session: socket.getSession() ?? session, reused: socket.isSessionReused() })
      socket.destroy()
    })
    socket.once('secureConnect', () => socket.write('GET /docs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'))
  })
}
