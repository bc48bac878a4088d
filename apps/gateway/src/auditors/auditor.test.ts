import { get } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ServerSentEvent } from '@wardline/http'
import { auditRecords } from '@wardline/registries'
import { type Call, send } from '../testing/http-client.ts'
import { notFound, startTestGateway, TENANT, type TestGateway } from '../testing/test-gateway.ts'

let gateway: TestGateway
let operator: string
let auditor: string
beforeAll(async () => {
  gateway = await startTestGateway()
  operator = await gateway.account(['operator'])
  auditor = await gateway.account(['auditor'])
})
afterAll(() => gateway.drain())
beforeEach(() => {
  for (const name of Object.keys(gateway.handlers)) delete gateway.handlers[name]
})

const api = (path: string, call: Call = {}) => send(`${gateway.apiUrl}/api/v1${path}`, call)
const markers = { redaction_applied: true, redaction_policy_id: 'test@1+0123' }

describe('An auditor', () => {
  it('gets single records and lists through the view of the operation, marked on the top level', async () => {
    gateway.handlers.readAlert = async () => ({ status: 200, body: { user: 'ann', count: 2 } })
    gateway.handlers.listAlerts = async () => ({ status: 200, body: { items: [{ user: 'ann' }], next_cursor: null } })
    expect((await api('/alerts/alr_1', { token: auditor })).json).toEqual({ user: '<alert>', count: 2, ...markers })
    const list = await api('/alerts', { token: auditor })
    expect(list.json).toEqual({ items: [{ user: '<alert>' }], next_cursor: null, ...markers })
  })

  it('gets the markers on an empty list too', async () => {
    gateway.handlers.listAlerts = async () => ({ status: 200, body: { items: [], next_cursor: null } })
    expect((await api('/alerts', { token: auditor })).json).toEqual({ items: [], next_cursor: null, ...markers })
  })

  it('stays an auditor, whatever other roles the account has', async () => {
    gateway.handlers.readAlert = async () => ({ status: 200, body: { user: 'ann' } })
    const token = await gateway.account(['admin', 'operator', 'auditor'])
    expect((await api('/alerts/alr_1', { token })).json).toEqual({ user: '<alert>', ...markers })
  })

  it('is refused if no view says what it may see', async () => {
    const token = await gateway.account(['operator', 'auditor'])
    expect((await api('/log-sources', { token: operator })).status).toBe(200)
    expect((await api('/log-sources', { token })).json.code).toBe('forbidden')
  })

  it('gets an ETag that changes only with what it sees', async () => {
    const etag = async (version: number, body: object) => {
      gateway.handlers.readAlert = async () => ({ status: 200, body, version })
      return (await api('/alerts/alr_1', { token: auditor })).headers.etag
    }
    const first = await etag(1, { user: 'ann', count: 1 })
    expect(await etag(2, { user: 'bob', count: 1 })).toBe(first)
    expect(await etag(2, { user: 'ann', count: 2 })).not.toBe(first)
  })

  it('gets a refusal without markers', async () => {
    gateway.handlers.readAlert = async () => notFound()
    expect((await api('/alerts/alr_1', { token: auditor })).json.redaction_applied).toBeUndefined()
  })
})

describe('An event stream', () => {
  const three: ServerSentEvent[] = [
    { event: 'alert', id: '1', data: { user: 'ann' } },
    { comment: 'a gap' },
    { event: 'reset', id: '2' },
  ]
  const stream = () => ({
    status: 200,
    stream: (async function* () {
      yield* three
    })(),
  })

  it('is sent as it arrives, never cached or compressed', async () => {
    gateway.handlers.streamAlerts = async () => stream()
    const reply = await api('/alerts/stream', { token: operator, headers: { 'Accept-Encoding': 'gzip' } })
    expect(reply.text).toBe(': open\n\nevent: alert\nid: 1\ndata: {"user":"ann"}\n\n: a gap\n\nevent: reset\nid: 2\n\n')
    expect(reply.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' })
    expect(reply.headers['cache-control']).toContain('private, no-store')
    expect(reply.headers['content-encoding']).toBeUndefined()
  })

  it('reaches an auditor through the same view', async () => {
    gateway.handlers.streamAlerts = async () => stream()
    const { text } = await api('/alerts/stream', { token: auditor })
    expect(text).toContain(`data: ${JSON.stringify({ user: '<alert>', ...markers })}`)
    expect(text).not.toContain('ann')
  })

  it('tells its source when the reader is gone', async () => {
    const ended = new Promise<void>(resolve => {
      gateway.handlers.streamAlerts = async ({ signal }) => ({
        status: 200,
        stream: (async function* () {
          yield three[0]!
          await new Promise<void>(gone => signal.addEventListener('abort', () => gone()))
          resolve()
        })(),
      })
    })
    const headers = { Authorization: `Bearer ${operator}` }
    const request = get(`${gateway.apiUrl}/api/v1/alerts/stream`, { headers }, response => {
      response.once('data', () => request.destroy())
    })
    request.on('error', () => {})
    await ended
  })
})

describe('The audit trail', () => {
  const records = async () => {
    const stored = await gateway.registry.list(auditRecords, TENANT, {
      order: { by: 'at', direction: 'desc' },
      limit: 1_000,
    })
    return stored.map(s => s.doc)
  }
  const recordOf = async (requestId: string | undefined) => {
    for (let i = 0; i < 100; i++) {
      const found = (await records()).find(r => r.request_id === requestId)
      if (found) return found
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    return undefined
  }

  it('has a change before its response is sent, with ids and codes only', async () => {
    gateway.handlers.createTicket = async () => ({ status: 201, body: { ticket_id: 'tkt_9', title: 's3cr3t' } })
    const reply = await api('/tickets', { method: 'POST', token: operator, body: { title: 's3cr3t' } })
    const made = (await records()).find(r => r.request_id === reply.headers['x-request-id'])
    expect(made).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: expect.any(String),
      actor: { type: 'service_account', id: expect.stringMatching(/^sva_/) },
      operation: 'createTicket',
      resource: { type: 'ticket', id: 'tkt_9' },
      outcome: 'succeeded',
      status: 201,
      code: null,
      request_id: reply.headers['x-request-id'],
      redaction_policy_id: null,
      client_address: expect.stringContaining('127.0.0.1'),
      client: 'ip:1~aaaaaaaaaaaaaaaa',
      actor_id: expect.stringMatching(/^sva_/),
      resource_type: 'ticket',
      resource_id: 'tkt_9',
      position: expect.any(Number),
      previous_digest: made?.position === 1 ? null : expect.stringMatching(/^[0-9a-f]{64}$/),
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it("has an auditor's read, with the policy", async () => {
    const { headers } = await api('/alerts/alr_7', { token: auditor })
    expect(await recordOf(headers['x-request-id'] as string)).toMatchObject({
      operation: 'readAlert',
      resource: { type: 'alert', id: 'alr_7' },
      redaction_policy_id: 'test@1+0123',
    })
  })

  it('has a refusal of a known principal', async () => {
    const token = await gateway.account(['collector'])
    const { headers } = await api('/alerts', { token })
    expect(await recordOf(headers['x-request-id'] as string)).toMatchObject({ outcome: 'refused', code: 'forbidden' })
  })

  it('has the id of a refused request only if it is a valid one: a path may contain anything', async () => {
    const token = await gateway.account(['collector'])
    const idOf = async (alert: string) => {
      const { headers } = await api(`/alerts/${alert}`, { token })
      return (await recordOf(headers['x-request-id'] as string))?.resource.id
    }
    expect([await idOf('alr_1'), await idOf('ann@example.org')]).toEqual(['alr_1', null])
  })

  it('has neither ingest nor the reads of the staff', async () => {
    const before = (await records()).length
    const body = { log_source_id: 's', events: [{ raw: 'x' }] }
    await api('/logs/ingest', { method: 'POST', token: operator, body })
    await api('/alerts', { token: operator })
    const last = await api('/alerts', { token: auditor })
    await recordOf(last.headers['x-request-id'] as string)
    expect((await records()).length).toBe(before + 1)
  })

  it('catches up when the store was down at the time of the response', async () => {
    gateway.handlers.createTicket = async () => {
      gateway.storeIsDown = true
      return { status: 201, body: { ticket_id: 'tkt_10' } }
    }
    const reply = await api('/tickets', { method: 'POST', token: operator, body: { title: 't' } })
    expect(reply.status).toBe(201)
    gateway.storeIsDown = false
    expect(await recordOf(reply.headers['x-request-id'] as string)).toMatchObject({ resource: { id: 'tkt_10' } })
  })
})
