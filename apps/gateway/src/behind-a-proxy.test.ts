import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { DAY_MS } from '@wardline/kernel'
import { type CertifiedKey, createAuthority } from '@wardline/pki'
import { createClientCertificate } from '@wardline/pki/testing'
import { agents } from '@wardline/registries'
import { type Call, type Reply, send } from './testing/http-client.ts'
import { createTestAgents, type TestAgent } from './testing/test-agents.ts'
import { startTestGateway, TENANT, type TestGateway } from './testing/test-gateway.ts'

const PROXY = 'spiffe://mesh.example/ingress'
const DNS_PROXY = 'edge.example'
const ENROLLED_PROXY = 'spiffe://wardline.test/tenant/ten_test/agent/agt_proxy'

let gateway: TestGateway
let mesh: CertifiedKey
let proxy: CertifiedKey
let enrolled: Awaited<ReturnType<typeof createTestAgents>>
beforeAll(async () => {
  mesh = await createAuthority({ commonName: 'Mesh', now: Date.now(), days: 10 })
  proxy = await createClientCertificate({ authority: mesh, uris: [PROXY] })
  gateway = await startTestGateway({
    trustedProxies: { sans: [PROXY, DNS_PROXY, ENROLLED_PROXY], authorities: [mesh.certificatePem] },
  })
  enrolled = await createTestAgents(gateway)
})
afterAll(() => gateway.drain())
beforeEach(() => {
  gateway.asked.length = 0
})

const shown = (certificatePem: string): string => `Cert="${encodeURIComponent(certificatePem)}"`
const through = (by: CertifiedKey, call: Call): Call => ({
  ...call,
  cert: by.certificatePem,
  key: by.privateKeyPem,
  ca: gateway.trustPem,
})

/** A heartbeat of an agent over a proxy's connection, with this header. */
const beat = (
  agent: TestAgent,
  header: string | undefined,
  by: CertifiedKey = proxy,
  more: Call = {},
): Promise<Reply> =>
  send(
    `${gateway.agentUrl}/api/v1/agents/${agent.id}/telemetry/heartbeat`,
    through(by, {
      method: 'POST',
      body: { hostname: 'h' },
      ...more,
      headers: { ...(header === undefined ? {} : { 'X-Forwarded-Client-Cert': header }), ...more.headers } as never,
    }),
  )
const judged = ({ status, json }: Reply) => [status, json.code]

describe('Behind a trusted proxy', () => {
  it('an agent has the identity of its forwarded certificate and the address that the proxy saw', async () => {
    const agent = await enrolled.issue()
    const headers = { 'X-Forwarded-For': '203.0.113.1, 198.51.100.7' }
    expect((await beat(agent, shown(agent.cert), proxy, { headers })).status).toBe(200)
    expect(gateway.asked.at(-1)).toMatchObject({
      principal: { type: 'agent', id: agent.id, serialNumber: agent.serialNumber },
      clientAddress: '198.51.100.7',
    })
  })

  it('an agent is judged like any other: revoked, expired, from another authority, under another path', async () => {
    const revoked = await enrolled.issue({ doc: { state: 'revoked' } })
    expect(judged(await beat(revoked, shown(revoked.cert)))).toEqual([403, 'identity_revoked'])
    const [one, other] = [await enrolled.issue(), await enrolled.issue()]
    expect(judged(await beat(other, shown(one.cert)))).toEqual([403, 'identity_mismatch'])
    const stranger = await createClientCertificate({
      authority: mesh,
      uris: ['spiffe://wardline.test/tenant/ten_test/agent/agt_x'],
    })
    expect(judged(await beat(one, shown(stranger.certificatePem)))).toEqual([401, 'identity_unknown'])
  })

  it.each<[string, (agent: TestAgent) => string | undefined]>([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['an empty certificate', () => 'Cert=""'],
    ['cut short', agent => shown(agent.cert).slice(0, 300)],
    ['of two elements', agent => `${shown(agent.cert)},${shown(agent.cert)}`],
    ['without the certificate itself', () => `Hash=${'a'.repeat(64)};URI=spiffe://wardline.test/x`],
    ['of another encoding', agent => Buffer.from(agent.cert).toString('base64')],
  ])('an agent with a header that is %s is told to try again, never to stop', async (_, header) => {
    const agent = await enrolled.issue()
    const reply = await beat(agent, header(agent))
    expect(judged(reply)).toEqual([503, 'unavailable'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(gateway.asked).toEqual([])
  })

  it('an operator is accepted with a token, and nobody with both', async () => {
    const token = await gateway.account(['operator'])
    const agent = await enrolled.issue()
    const read = (headers: object) =>
      send(`${gateway.agentUrl}/api/v1/alerts`, through(proxy, { token, headers: headers as never }))
    expect((await read({})).status).toBe(200)
    expect(judged(await read({ 'X-Forwarded-Client-Cert': shown(agent.cert) }))).toEqual([400, 'ambiguous_credentials'])
  })

  it('a collector whose certificate was lost on the way is told to try again', async () => {
    const body = { log_source_id: 'src_1', events: [{ raw: 'x' }] }
    const reply = await send(`${gateway.agentUrl}/api/v1/logs/ingest`, through(proxy, { method: 'POST', body }))
    expect(judged(reply)).toEqual([503, 'unavailable'])
  })

  it('a proxy may be known by a DNS name, or have an identity of the platform itself', async () => {
    const agent = await enrolled.issue()
    const edge = await createClientCertificate({ authority: mesh, dnsNames: ['other.example', DNS_PROXY] })
    expect((await beat(agent, shown(agent.cert), edge)).status).toBe(200)
    const own = await enrolled.issue({ id: 'agt_proxy' })
    const asKey = { certificatePem: own.cert, privateKeyPem: own.key }
    expect((await beat(agent, shown(agent.cert), asKey)).status).toBe(200)
    const stored = await gateway.registry.read(agents, TENANT, 'agt_proxy')
    await enrolled.put({ ...stored!.doc, state: 'revoked' })
    await new Promise(resolve => setTimeout(resolve, 2_100))
    expect(judged(await beat(agent, shown(agent.cert), asKey))).toEqual([503, 'unavailable'])
  })
})

describe('The header of anybody else', () => {
  it('is ignored on either listener, without a certificate or with an agent’s', async () => {
    const [one, other] = [await enrolled.issue(), await enrolled.issue()]
    const headers = { 'X-Forwarded-Client-Cert': shown(one.cert) }
    const path = `/api/v1/agents/${one.id}/telemetry/heartbeat`
    for (const url of [gateway.apiUrl, gateway.agentUrl]) {
      const call = { method: 'POST', body: { hostname: 'h' }, ca: gateway.trustPem, headers: headers as never }
      expect(judged(await send(url + path, call))).toEqual([401, 'certificate_required'])
    }
    const asOther = { certificatePem: other.cert, privateKeyPem: other.key }
    expect(judged(await beat(one, shown(one.cert), asOther))).toEqual([403, 'identity_mismatch'])
    expect((await beat(other, 'garbled', asOther)).status).toBe(200)
  })

  it('is ignored from a proxy that is not configured', async () => {
    const agent = await enrolled.issue()
    const nameless = await createClientCertificate({ authority: mesh, uris: ['spiffe://mesh.example/other'] })
    expect(judged(await beat(agent, shown(agent.cert), nameless))).toEqual([401, 'identity_unknown'])
  })

  it('is not believed from a sender that only has the name of a proxy, and stops no agent that may be behind it', async () => {
    const agent = await enrolled.issue()
    const forger = await createAuthority({ commonName: 'Mesh', now: Date.now(), days: 10 })
    const forged = await createClientCertificate({ authority: forger, uris: [PROXY] })
    const ended = await createClientCertificate({
      authority: mesh,
      uris: [PROXY],
      notBefore: Date.now() - 3 * DAY_MS,
      notAfter: Date.now() - DAY_MS,
    })
    for (const by of [forged, ended]) {
      expect(judged(await beat(agent, shown(agent.cert), by))).toEqual([503, 'unavailable'])
    }
    expect(gateway.asked).toEqual([])
  })

  it('is ignored if no proxy is trusted', async () => {
    const plain = await startTestGateway()
    const agent = await (await createTestAgents(plain)).issue()
    const reply = await send(`${plain.agentUrl}/api/v1/agents/${agent.id}/telemetry/heartbeat`, {
      method: 'POST',
      body: { hostname: 'h' },
      cert: proxy.certificatePem,
      key: proxy.privateKeyPem,
      ca: plain.trustPem,
      headers: { 'X-Forwarded-Client-Cert': shown(agent.cert) } as never,
    })
    expect(judged(reply)).toEqual([401, 'identity_unknown'])
    await plain.drain()
  })
})
