import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Problem } from '@wardline/kernel'
import { idempotencyKeys } from '@wardline/registries'
import { send } from '../testing/http-client.ts'
import { startTestGateway, TENANT, type TestGateway } from '../testing/test-gateway.ts'

let gateway: TestGateway
let token: string
let made = 0
beforeAll(async () => {
  gateway = await startTestGateway()
  token = await gateway.account(['operator'])
})
afterAll(() => gateway.drain())
beforeEach(() => {
  made = 0
  gateway.clock.offset = 0
  gateway.handlers.createTicket = async () => ({
    status: 201,
    body: { ticket_id: `tkt_${++made}` },
    version: 1,
  })
})

const post = (key: string, body: object = { title: 't' }, as = token) =>
  send(`${gateway.apiUrl}/api/v1/tickets`, { method: 'POST', token: as, body, headers: { 'Idempotency-Key': key } })

describe('A POST with an Idempotency-Key', () => {
  it('is done once, and a repeat gets the same response', async () => {
    const [first, second] = [await post('a'), await post('a')]
    expect(first.json).toEqual({ ticket_id: 'tkt_1' })
    expect([second.status, second.json, second.headers.etag]).toEqual([201, { ticket_id: 'tkt_1' }, '"1"'])
    expect(made).toBe(1)
  })

  it('shows a one-time secret once: a repeat comes without it', async () => {
    gateway.handlers.createEnrollmentToken = async () => ({ status: 201, body: { token_id: 'tok_1', token: 'once' } })
    const ask = () =>
      send(`${gateway.apiUrl}/api/v1/enrollment-tokens`, {
        method: 'POST',
        token,
        body: { agent_class: 'endpoint' },
        headers: { 'Idempotency-Key': 'secret' },
      })
    expect((await ask()).json).toEqual({ token_id: 'tok_1', token: 'once' })
    expect((await ask()).json).toEqual({ token_id: 'tok_1' })
  })

  it('is done once if it arrives many times concurrently', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => post('b')))
    expect(new Set(replies.map(r => r.json.ticket_id))).toEqual(new Set(['tkt_1']))
    expect(made).toBe(1)
  })

  it('is 409 idempotency_conflict with another body', async () => {
    await post('c')
    const reply = await post('c', { title: 'another' })
    expect([reply.status, reply.json.code, made]).toEqual([409, 'idempotency_conflict', 1])
  })

  it('of another account is another request: each account has its own keys', async () => {
    await post('d')
    await post('d', { title: 't' }, await gateway.account(['operator']))
    expect(made).toBe(2)
  })

  it('that was refused or failed can be tried again', async () => {
    gateway.handlers.createTicket = async () => {
      made++
      throw new Problem('unavailable')
    }
    expect((await post('e')).status).toBe(503)
    expect((await post('e')).status).toBe(503)
    expect(made).toBe(2)
  })

  it('is forgotten after 24 h', async () => {
    await post('f')
    gateway.clock.offset = 24 * 3_600_000 + 1
    await post('f')
    expect(made).toBe(2)
  })

  it('can be tried again when the request with the key has died', async () => {
    const begun = new Promise<void>(resolve => {
      gateway.handlers.createTicket = () => {
        resolve()
        return new Promise(() => {})
      }
    })
    post('g').catch(() => undefined)
    await begun
    gateway.clock.offset = 120_000
    gateway.handlers.createTicket = async () => ({ status: 201, body: { ticket_id: 'tkt_g' } })
    expect((await post('g')).json).toEqual({ ticket_id: 'tkt_g' })
  })

  it.each(['x'.repeat(256), 'a b', ''])('is 400 idempotency_key_invalid for %j', async key => {
    const reply = await post(key)
    expect([reply.status, reply.json.code]).toEqual([400, 'idempotency_key_invalid'])
  })

  it('stores no body in plaintext', async () => {
    await post('h', { title: 'visible' })
    const stored = await gateway.registry.list(idempotencyKeys, TENANT, { limit: 1_000 })
    expect(JSON.stringify(stored)).not.toMatch(/visible|tkt_/)
  })
})
