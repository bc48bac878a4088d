import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Call, type Reply, send } from './testing/http-client.ts'
import { notFound, startTestGateway, type TestGateway } from './testing/test-gateway.ts'

let gateway: TestGateway
let operator: string
let collector: string
beforeAll(async () => {
  gateway = await startTestGateway()
  operator = await gateway.account(['operator'])
  collector = await gateway.account(['collector'])
})
afterAll(() => gateway.drain())
beforeEach(() => {
  gateway.asked.length = 0
  gateway.logged.length = 0
  gateway.storeIsDown = false
  for (const name of Object.keys(gateway.handlers)) delete gateway.handlers[name]
})

const api = (path: string, call: Call = {}): Promise<Reply> => send(`${gateway.apiUrl}/api/v1${path}`, call)
const ingest = (body: Call['body'], call: Call = {}): Promise<Reply> =>
  api('/logs/ingest', { method: 'POST', token: collector, body: body as object, ...call })
const batch = (n: number) => ({ log_source_id: 'src_1', events: Array.from({ length: n }, () => ({ raw: 'x' })) })
const answered = ({ status, json }: Reply): [number, string] => [status, json.code]

describe('Both listeners', () => {
  it('serve all paths', async () => {
    for (const url of [gateway.apiUrl, gateway.agentUrl]) {
      expect((await send(`${url}/api/v1/alerts`, { token: operator, ca: gateway.trustPem })).status).toBe(200)
    }
  })

  it('present a certificate of our own authority for the configured names, localhost and 127.0.0.1', async () => {
    const { port } = new URL(gateway.agentUrl)
    for (const servername of ['agents.example', 'localhost']) {
      const reply = await send(`https://127.0.0.1:${port}/docs`, { ca: gateway.trustPem, servername })
      expect(reply.status).toBe(200)
    }
    expect((await send(`https://127.0.0.1:${port}/docs`, { ca: gateway.trustPem })).status).toBe(200)
  })
})

describe('A request', () => {
  it('reaches the owner of its operation, coerced and with defaults', async () => {
    await api('/alerts?severity=high&severity=low&cursor=abc', { token: operator })
    expect(gateway.asked).toMatchObject([
      {
        operationId: 'listAlerts',
        principal: { type: 'service_account', tenantId: 'ten_test', roles: ['operator'] },
        query: { severity: ['high', 'low'], cursor: 'abc', limit: 50 },
        body: undefined,
        clientAddress: '127.0.0.1',
      },
    ])
  })

  it('passes If-Match and Last-Event-ID to the owner', async () => {
    const headers = { 'If-Match': '"3"', 'Last-Event-ID': '17' }
    await api('/tickets/tkt_1', { method: 'PATCH', token: operator, body: { title: 't' }, headers })
    expect(gateway.asked[0]).toMatchObject({ ifMatch: '"3"', lastEventId: '17', params: { ticket_id: 'tkt_1' } })
  })

  it('keeps the caller’s X-Request-Id if it is harmless, and otherwise gets a new one', async () => {
    const kept = await api('/alerts', { headers: { 'X-Request-Id': 'abc-1_2' } })
    expect([kept.headers['x-request-id'], kept.json.request_id]).toEqual(['abc-1_2', 'abc-1_2'])
    for (const id of ['a b', '<x>', 'x'.repeat(65)]) {
      const { headers } = await api('/alerts', { headers: { 'X-Request-Id': id } })
      expect(headers['x-request-id']).toMatch(/^req_[a-z2-7]{26}$/)
    }
  })

  it('with HEAD is answered like a GET, without the body', async () => {
    gateway.handlers.readAlert = async () => ({ status: 200, body: { alert_id: 'alr_1' }, version: 3 })
    const get = await api('/alerts/alr_1', { token: operator })
    const head = await api('/alerts/alr_1', { token: operator, method: 'HEAD' })
    expect(head.text).toBe('')
    for (const name of ['content-length', 'etag', 'content-type']) expect(head.headers[name]).toBe(get.headers[name])
  })
})

describe('A response', () => {
  it('carries the ETag of the version', async () => {
    gateway.handlers.readAlert = async () => ({ status: 200, body: { alert_id: 'alr_1' }, version: 3 })
    expect((await api('/alerts/alr_1', { token: operator })).headers.etag).toBe('"3"')
  })

  it('has redaction markers only for an auditor', async () => {
    expect((await api('/alerts', { token: operator })).json).toEqual({})
  })

  const everyKind: [string, () => Promise<Reply>][] = [
    ['200', () => api('/alerts', { token: operator })],
    ['400', () => api('/alerts?x=1', { token: operator })],
    ['401', () => api('/alerts')],
    ['403', () => api('/alerts', { token: collector })],
    ['404', () => api('/nothing')],
    ['404', () => send(gateway.apiUrl)],
    ['405', () => api('/alerts', { method: 'PUT' })],
    ['422', () => ingest(batch(0))],
    ['the API document', () => api('/openapi.json')],
    ['the reference page', () => send(`${gateway.apiUrl}/docs`)],
  ]
  it.each(everyKind)('(%s) is never cached, and has its request id and the rate limit', async (_, ask) => {
    const { headers } = await ask()
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['x-request-id']).toMatch(/^req_/)
    expect(headers['ratelimit-policy']).toMatch(/^"[a-z]+";q=\d+;w=\d+$/)
    expect(headers.ratelimit).toMatch(/^"[a-z]+";r=\d+;t=\d+$/)
    expect(headers['x-powered-by']).toBeUndefined()
  })

  it('that refuses is a problem without an instance or any value that was sent', async () => {
    const reply = await api('/alerts?severity=s3cr3t', { token: operator })
    expect(reply.headers['content-type']).toBe('application/problem+json')
    expect(reply.json).toEqual({
      type: 'https://wardline.dev/problems/query_invalid',
      title: expect.any(String),
      status: 400,
      code: 'query_invalid',
      detail: expect.any(String),
      request_id: expect.any(String),
      errors: [{ pointer: '?severity', message: 'must be one of low, high' }],
    })
  })
})

describe('Routing', () => {
  it.each(['/nothing', '/alerts/', '/ALERTS', '/alerts/alr_1/x', '/alerts/alr_1%00', '/alerts/%zz', '/alerts/other'])(
    '%s is 404 not_found',
    async path => {
      expect(answered(await api(path, { token: operator }))).toEqual([404, 'not_found'])
    },
  )

  it.each<[string, string, string]>([
    ['GET', '/logs/ingest', 'POST'],
    ['POST', '/alerts/alr_1', 'GET, HEAD'],
    ['OPTIONS', '/alerts', 'GET, HEAD'],
  ])('%s %s is 405 with Allow: %s', async (method, path, allow) => {
    for (const token of [undefined, operator]) {
      const reply = await api(path, { method, ...(token ? { token } : {}) })
      expect([...answered(reply), reply.headers.allow]).toEqual([405, 'method_not_allowed', allow])
    }
  })
})

describe('Credentials', () => {
  it.each<[string, () => Promise<Record<string, string>>]>([
    ['none', async () => ({})],
    ['another scheme', async () => ({ Authorization: 'Basic YTpi' })],
    ['no token', async () => ({ Authorization: 'Bearer' })],
    ['a text that is no token', async () => ({ Authorization: 'Bearer abc' })],
    ['an unknown token', async () => ({ Authorization: `Bearer wls_${'a'.repeat(59)}` })],
    [
      'an expired account',
      async () => ({
        Authorization: `Bearer ${await gateway.account(['operator'], { expires_at: '2020-01-01T00:00:00Z' })}`,
      }),
    ],
  ])('%s: 401 unauthenticated with WWW-Authenticate', async (_, headers) => {
    const reply = await api('/alerts', { headers: await headers() })
    expect([...answered(reply), reply.headers['www-authenticate']]).toEqual([401, 'unauthenticated', 'Bearer'])
    expect(gateway.asked).toEqual([])
  })

  it('of a suspended tenant: 403 forbidden', async () => {
    await gateway.tenantState('suspended')
    const token = await gateway.account(['operator'])
    await new Promise(resolve => setTimeout(resolve, 2_100))
    expect(answered(await api('/alerts', { token }))).toEqual([403, 'forbidden'])
    await gateway.tenantState('active')
    await new Promise(resolve => setTimeout(resolve, 2_100))
  })

  it('that cannot be checked: 503 unavailable with Retry-After, never 401', async () => {
    gateway.storeIsDown = true
    const reply = await api('/alerts', { token: await gateway.account(['operator']) })
    expect(answered(reply)).toEqual([503, 'unavailable'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('with a role that the table does not list: 403 forbidden', async () => {
    expect(answered(await api('/alerts', { token: collector }))).toEqual([403, 'forbidden'])
    expect(answered(await ingest(batch(1), { token: await gateway.account(['analyst']) }))).toEqual([403, 'forbidden'])
  })

  it('are not needed for the public exchange', async () => {
    expect((await api('/agent-enrollment/exchange', { method: 'POST', body: {} })).status).toBe(200)
    expect(gateway.asked[0]?.principal).toEqual({ type: 'anonymous', roles: [] })
  })
})

describe('A body', () => {
  it.each<[string, Call, number, string]>([
    ['of 0 events', { body: batch(0) }, 422, 'validation_failed'],
    ['of 101 events', { body: batch(101) }, 413, 'batch_too_large'],
    ['of 8 MiB and a byte', { body: Buffer.alloc(8 * 1_024 * 1_024 + 1, 32) }, 413, 'body_too_large'],
    ['that is cut off', { body: '{"events":[' }, 400, 'malformed_json'],
    ['that is empty', { body: '' }, 400, 'malformed_json'],
    ['that is null', { body: 'null' }, 422, 'validation_failed'],
    ['of another type', { body: 'x', headers: { 'Content-Type': 'text/plain' } }, 415, 'unsupported_media_type'],
    [
      'in UTF-16',
      { body: batch(1), headers: { 'Content-Type': 'application/json; charset=utf-16' } },
      415,
      'unsupported_media_type',
    ],
    ['with an unknown member', { body: { ...batch(1), extra: 1 } }, 422, 'validation_failed'],
    ['in an unknown coding', { body: 'x', headers: { 'Content-Encoding': 'zstd' } }, 415, 'unsupported_media_type'],
    ['with a broken coding', { body: 'x', headers: { 'Content-Encoding': 'gzip' } }, 400, 'malformed_json'],
    [
      'that inflates beyond 8 MiB',
      { body: gzipSync(Buffer.alloc(64 * 1_024 * 1_024, 32)), headers: { 'Content-Encoding': 'gzip' } },
      413,
      'body_too_large',
    ],
  ])('%s is refused whole', async (_, call, status, code) => {
    expect(answered(await ingest(undefined, call))).toEqual([status, code])
    expect(gateway.asked).toEqual([])
  })

  it.each<[string, string, string | Buffer, number, string]>([
    ['a ticket of 256 KiB and a byte', '/tickets', Buffer.alloc(256 * 1_024 + 1, 32), 413, 'body_too_large'],
    [
      'an exchange of 32 KiB and a byte',
      '/agent-enrollment/exchange',
      Buffer.alloc(32 * 1_024 + 1, 32),
      413,
      'body_too_large',
    ],
    ['a ticket of 17 levels', '/tickets', nested(16), 422, 'validation_failed'],
    ['a ticket of 100,000 levels', '/tickets', nested(100_000), 422, 'validation_failed'],
  ])('%s is over the limits of its operation', async (_, path, body, status, code) => {
    const token = path === '/tickets' ? operator : undefined
    const reply = await api(path, { method: 'POST', body, ...(token === undefined ? {} : { token }) })
    expect(answered(reply)).toEqual([status, code])
    expect(gateway.asked).toEqual([])
  })

  it('of a batch may be nested to any depth: its owner refuses only that event', async () => {
    expect((await ingest(undefined, { body: batchNesting(500_000) })).status).toBe(200)
  })

  it('of 1 and of 100 events is accepted, plain or compressed', async () => {
    expect((await ingest(batch(1))).status).toBe(200)
    const body = gzipSync(JSON.stringify(batch(100)))
    expect((await ingest(body, { headers: { 'Content-Encoding': 'gzip' } })).status).toBe(200)
    expect(gateway.asked[1]?.body).toEqual(batch(100))
  })

  it('with invalid UTF-8 is accepted, repaired and flagged; NUL and a million characters are accepted unchanged', async () => {
    const [before, after] = ['{"log_source_id":"s","events":[{"raw":"', '"}]}']
    await ingest(Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe]), Buffer.from(after)]))
    expect(gateway.asked[0]).toMatchObject({ encodingReplaced: true, body: { events: [{ raw: '\uFFFD\uFFFD' }] } })
    const raw = `\u0000${'é'.repeat(1_000_000)}`
    await ingest({ log_source_id: 's', events: [{ raw }] })
    expect(gateway.asked[1]).toMatchObject({ encodingReplaced: false, body: { events: [{ raw }] } })
  })

  it('with a member __proto__ changes nothing and is refused like any unknown member', async () => {
    const reply = await ingest('{"__proto__":{"polluted":true},"log_source_id":"s","events":[{"raw":"x"}]}')
    expect(reply.json.errors).toEqual([{ pointer: '/__proto__', message: 'is not known here' }])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('of a PATCH may be a merge patch or plain JSON', async () => {
    for (const type of ['application/merge-patch+json', 'application/json', 'application/json; charset=UTF-8']) {
      const call = { method: 'PATCH', token: operator, body: { title: 't' }, headers: { 'Content-Type': type } }
      expect((await api('/tickets/tkt_1', call)).status).toBe(200)
    }
  })

  it('gets at most 50 faults, by pointer', async () => {
    const labels = Array.from({ length: 60 }, (_, i) => (i === 0 ? 1 : 'secret-value'))
    const reply = await api('/tickets', { method: 'POST', token: operator, body: { labels, 'a/b~c': 1 } })
    expect(reply.json.errors).toHaveLength(50)
    expect(reply.json.errors).toContainEqual({ pointer: '/a~1b~0c', message: 'is not known here' })
    expect(reply.json.errors).toContainEqual({ pointer: '/labels/1', message: 'must be integer' })
    expect(reply.text).not.toContain('secret-value')
  })
})

describe('A fault of ours', () => {
  it('is 500 internal_error while the store responds, and reveals nothing', async () => {
    gateway.handlers.listAlerts = async () => {
      throw new Error('secret-detail')
    }
    const reply = await api('/alerts', { token: operator })
    expect(answered(reply)).toEqual([500, 'internal_error'])
    expect(reply.text).not.toContain('secret-detail')
  })

  it('is 503 unavailable while the store does not respond', async () => {
    gateway.handlers.listAlerts = async () => {
      gateway.storeIsDown = true
      throw new Error('the store is down')
    }
    const reply = await api('/alerts', { token: operator })
    expect([...answered(reply), reply.headers['retry-after']]).toEqual([503, 'unavailable', '1'])
  })
})

describe("Another tenant's record", () => {
  it('is the same 404 as a missing one, except for the request id', async () => {
    gateway.handlers.readAlert = async () => notFound()
    const [one, other] = [
      await api('/alerts/alr_1', { token: operator }),
      await api('/alerts/alr_2', { token: operator }),
    ]
    expect({ ...one.json, request_id: '' }).toEqual({ ...other.json, request_id: '' })
  })
})

describe('The log', () => {
  it('has the operation, status, time and id of each request, and none of its content', async () => {
    await api('/alerts?cursor=s3cr3t', { token: operator })
    await ingest({ log_source_id: 's', events: [{ raw: 'p4yl04d' }] })
    const text = gateway.logged.join('\n')
    expect(JSON.parse(gateway.logged[0]!)[0]).toEqual({
      operation: 'listAlerts',
      status: 200,
      ms: expect.any(Number),
      request_id: expect.any(String),
    })
    for (const secret of ['s3cr3t', 'p4yl04d', operator, '127.0.0.1']) expect(text).not.toContain(secret)
  })
})

describe('The reference page', () => {
  it('and the API document are public, from this origin only and without inline script', async () => {
    const page = await send(`${gateway.apiUrl}/docs`)
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)|https?:\/\//)
    for (const [, path] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await send(gateway.apiUrl + path)).status).toBe(200)
    }
    expect((await api('/openapi.json')).json.openapi).toBe('3.1.0')
  })
})

function nested(levels: number): string {
  return `{"labels":${'['.repeat(levels)}${']'.repeat(levels)}}`
}

function batchNesting(levels: number): string {
  return `{"log_source_id":"s","events":[{"raw":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}]}`
}
