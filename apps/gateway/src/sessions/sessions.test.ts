import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { PLATFORM_TENANT, rfc3339 } from '@wardline/kernel'
import { type ServiceAccountDoc, serviceAccounts, sessions, type TenantDoc, tenants } from '@wardline/registries'
import { DEFAULT_QUOTAS } from '@wardline/service-kit'
import { as, memoryPorts, OTHER_TENANT, operationCaller, TENANT } from '@wardline/service-kit/testing'
import { createSessionAuthenticator } from '../authentication/authenticate-session.ts'
import { createTenantStates } from '../authentication/tenant-states.ts'
import { gatewayService } from '../testing/gateway-service.ts'

const MINUTE_MS = 60_000

/** A gateway with one tenant and one analyst's account. */
async function kit(outside: Parameters<typeof gatewayService>[1] = {}) {
  const { ports, clock } = memoryPorts('gateway')
  const { registry } = ports
  const account: ServiceAccountDoc = {
    id: 'sva_ann',
    account_id: 'sva_ann',
    name: 'Ann',
    roles: ['analyst'],
    token_hash: 'a',
    created_by: 'test',
    created_at: rfc3339(clock.now()),
    expires_at: null,
  }
  await registry.write(serviceAccounts, TENANT, account, { expect: 'absent' })
  const tenant = {
    id: TENANT,
    name: 'Acme',
    state: 'active',
    created_at: '',
    auto_tickets: true,
    first_account_at: null,
  } as TenantDoc
  await registry.write(tenants, PLATFORM_TENANT, tenant, { expect: 'absent' })
  const service = gatewayService(ports, outside)
  const ask = operationCaller(() => service)
  const authenticator = createSessionAuthenticator({ ...ports, tenantStates: createTenantStates(registry) })
  const principal = { ...as('analyst'), id: 'sva_ann' }
  const signIn = async () => {
    const { body, headers } = await ask('createSession', { principal, tokenHash: 'a' })
    const cookie = headers?.['Set-Cookie'] ?? ''
    return { body: body as { csrf_token: string }, cookie, shown: cookie.split(';')[0]! }
  }
  /** The authenticator's result for a browser request with this cookie. */
  const come = (cookie: string, headers: Record<string, string> = {}, method = 'GET') => {
    authenticator.clear()
    const socket = new Socket()
    return authenticator.authenticate({ method, headers: { cookie, ...headers }, socket } as unknown as IncomingMessage)
  }
  return { ...ports, clock, ask, signIn, come, principal, account, tenant }
}

describe('A browser session', () => {
  it('is a cookie that scripts cannot read and other sites cannot send, and is kept as a hash', async () => {
    const k = await kit()
    const { cookie, shown, body } = await k.signIn()
    expect(cookie).toMatch(/^wardline_session=[A-Za-z0-9_-]{43}; Path=\/api\/v1; HttpOnly; SameSite=Strict$/)
    expect(body).toMatchObject({ name: 'Ann', tenant_name: 'Acme', roles: ['analyst'], redacted: false })
    const token = shown.split('=')[1]!
    const hash = createHash('sha256').update(token).digest('hex')
    const stored = await k.registry.findByUnique(sessions, 'token_hash', hash)
    expect(stored?.tenantId).toBe(TENANT)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(JSON.stringify(stored)).not.toContain(body.csrf_token)
  })

  it('is Secure over TLS', async () => {
    const k = await kit()
    const made = await k.ask('createSession', { principal: k.principal, tokenHash: 'a', overTls: true })
    expect(made.headers?.['Set-Cookie']).toMatch(/; Secure/)
  })

  it('has the current authority of its account', async () => {
    const k = await kit()
    const { shown } = await k.signIn()
    expect((await k.come(shown)).principal).toEqual({
      type: 'service_account',
      id: 'sva_ann',
      tenantId: TENANT,
      roles: ['analyst'],
    })
    await k.registry.write(serviceAccounts, TENANT, { ...k.account, roles: ['auditor'] }, { expect: 1 })
    expect((await k.come(shown)).principal.roles).toEqual(['auditor'])
    await k.registry.remove(serviceAccounts, TENANT, 'sva_ann', 2)
    await expect(k.come(shown)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('is over when the token that opened it is no longer valid', async () => {
    const k = await kit()
    const { shown } = await k.signIn()
    const rotated = { ...k.account, token_hash: 'b', previous_token_hash: 'a' }
    const until = rfc3339(k.clock.now() + MINUTE_MS)
    await k.registry.write(serviceAccounts, TENANT, { ...rotated, previous_token_until: until }, { expect: 1 })
    expect((await k.come(shown)).principal.id).toBe('sva_ann')
    k.clock.advance(MINUTE_MS)
    await expect(k.come(shown)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('is over at once after a rotation without overlap', async () => {
    const k = await kit()
    const { shown } = await k.signIn()
    await k.ask('rotateServiceAccount', {
      principal: as('admin'),
      params: { service_account_id: 'sva_ann' },
      body: { overlap_seconds: 0 },
    })
    await expect(k.come(shown)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('is opened only by a token in the request', async () => {
    const k = await kit()
    await expect(k.ask('createSession', { principal: k.principal })).rejects.toMatchObject({ code: 'forbidden' })
  })

  it.each([
    ['nothing', {}],
    ["another's token", { 'x-wardline-csrf': 'A'.repeat(43) }],
    ['an empty token', { 'x-wardline-csrf': '' }],
  ])('changes nothing for a request with %s', async (_, headers) => {
    const k = await kit()
    const { shown } = await k.signIn()
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT'])
      await expect(k.come(shown, headers, method)).rejects.toMatchObject({ code: 'csrf_token_invalid' })
  })

  it('changes nothing for another site, even with the token', async () => {
    const k = await kit()
    const { shown, body } = await k.signIn()
    const own = { 'x-wardline-csrf': body.csrf_token }
    expect((await k.come(shown, own, 'POST')).principal.id).toBe('sva_ann')
    expect((await k.come(shown, { ...own, 'sec-fetch-site': 'same-origin' }, 'POST')).principal.id).toBe('sva_ann')
    for (const site of ['cross-site', 'same-site', 'none'])
      await expect(k.come(shown, { ...own, 'sec-fetch-site': site }, 'POST')).rejects.toMatchObject({
        code: 'csrf_token_invalid',
      })
  })

  it("does not accept another session's token", async () => {
    const k = await kit()
    const [first, second] = [await k.signIn(), await k.signIn()]
    const foreign = { 'x-wardline-csrf': second.body.csrf_token }
    await expect(k.come(first.shown, foreign, 'POST')).rejects.toMatchObject({ code: 'csrf_token_invalid' })
  })

  it('ends after half an hour without use, and removes its cookie', async () => {
    const k = await kit()
    const { shown } = await k.signIn()
    for (let i = 0; i < 4; i++) {
      k.clock.advance(20 * MINUTE_MS)
      await k.come(shown)
    }
    k.clock.advance(31 * MINUTE_MS)
    await expect(k.come(shown)).rejects.toMatchObject({
      code: 'unauthenticated',
      headers: { 'Set-Cookie': expect.stringContaining('Max-Age=0') },
    })
  })

  it('ends after twelve hours however much it is used', async () => {
    const k = await kit()
    const { shown } = await k.signIn()
    for (let i = 0; i < 35; i++) {
      k.clock.advance(20 * MINUTE_MS)
      await k.come(shown)
    }
    k.clock.advance(21 * MINUTE_MS)
    await expect(k.come(shown)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('ends with its account or tenant, and is paused while its tenant is suspended', async () => {
    const k = await kit()
    const { shown } = await k.signIn()
    await k.registry.write(tenants, PLATFORM_TENANT, { ...k.tenant, state: 'suspended' }, { expect: 1 })
    k.clock.advance(3_000)
    const suspended = createSessionAuthenticator({ ...k, tenantStates: createTenantStates(k.registry) })
    const request = { method: 'GET', headers: { cookie: shown }, socket: new Socket() } as unknown as IncomingMessage
    await expect(suspended.authenticate(request)).rejects.toMatchObject({ code: 'forbidden' })
    await k.registry.remove(tenants, PLATFORM_TENANT, TENANT, 2)
    const removed = createSessionAuthenticator({ ...k, tenantStates: createTenantStates(k.registry) })
    await expect(removed.authenticate(request)).rejects.toMatchObject({ code: 'unauthenticated' })
    const soon = rfc3339(k.clock.now() + 1_000)
    await k.registry.write(serviceAccounts, TENANT, { ...k.account, expires_at: soon }, { expect: 1 })
    k.clock.advance(1_000)
    await expect(k.come(shown)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('is over when its owner signs out', async () => {
    const k = await kit()
    const { shown } = await k.signIn()
    const { sessionId } = await k.come(shown)
    const gone = await k.ask('deleteSession', { principal: k.principal, sessionId })
    expect([gone.status, gone.headers?.['Set-Cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')])
    await expect(k.come(shown)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('cannot open another session, and an account has at most fifty', async () => {
    const k = await kit()
    await expect(k.ask('createSession', { principal: k.principal, sessionId: 'ses_x' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    for (let i = 0; i < 50; i++) await k.signIn()
    await expect(k.signIn()).rejects.toMatchObject({ code: 'limit_reached' })
    const full = await kit({ quotas: { ...DEFAULT_QUOTAS, sessions: 2 } })
    await full.signIn()
    await full.signIn()
    await expect(full.signIn()).rejects.toMatchObject({ status: 409, code: 'session_quota_reached' })
    k.clock.advance(31 * MINUTE_MS)
    await k.signIn()
  })

  it.each(['', 'wardline_session=', 'wardline_session=short', `wardline_session=${'x'.repeat(44)}`, 'other=1', '=;;='])(
    'is not found in a cookie of another format: %j',
    async cookie => {
      await expect((await kit()).come(cookie)).rejects.toMatchObject({ code: 'unauthenticated' })
    },
  )
})

describe('Open sessions', () => {
  const listed = async (k: Awaited<ReturnType<typeof kit>>, call: object) =>
    (await k.ask('listSessions', call)).body.items as { session_id: string; current: boolean }[]

  it('are listed to their owner, who sees the current one and can end the others', async () => {
    const k = await kit()
    const first = await k.signIn()
    const second = await k.signIn()
    const { sessionId } = await k.come(first.shown)
    const mine = await listed(k, { principal: k.principal, sessionId })
    expect(mine.map(s => s.current).sort()).toEqual([false, true])
    const other = mine.find(s => !s.current)!
    const gone = await k.ask('endSession', { principal: k.principal, params: { session_id: other.session_id } })
    expect(gone.status).toBe(204)
    await expect(k.come(second.shown)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await k.come(first.shown)).sessionId).toBe(sessionId)
    expect(JSON.stringify(mine)).not.toContain('token')
  })

  it('of the whole tenant are listed only to its admin', async () => {
    const k = await kit()
    const { shown } = await k.signIn()
    const { sessionId } = await k.come(shown)
    const params = { session_id: sessionId }
    expect(await listed(k, { principal: as('admin') })).toHaveLength(1)
    expect(await listed(k, { principal: as('admin'), search: 'principal_id=sva_other' })).toHaveLength(0)
    expect(await listed(k, { principal: as('operator') })).toHaveLength(0)
    const asked = k.ask('listSessions', { principal: as('operator'), search: 'principal_id=sva_ann' })
    await expect(asked).rejects.toMatchObject({ code: 'forbidden' })
    for (const principal of [as('operator'), as('admin', OTHER_TENANT)])
      await expect(k.ask('endSession', { principal, params })).rejects.toMatchObject({ code: 'not_found' })
    expect((await k.ask('endSession', { principal: as('admin'), params })).status).toBe(204)
    await expect(k.come(shown)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('are not listed once they are over', async () => {
    const k = await kit()
    await k.signIn()
    k.clock.advance(31 * MINUTE_MS)
    expect(await listed(k, { principal: as('admin') })).toHaveLength(0)
  })
})
