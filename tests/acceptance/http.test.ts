import { describe, expect, it } from '@jest/globals'
import { accountWith, admin, anonymous, freshTenant } from './target.ts'

const problemMembers = ['type', 'title', 'status', 'code', 'detail', 'request_id']

describe('every problem', () => {
  it('is problem+json with a stable code, and never echoes what was sent', async () => {
    const answer = await admin.call('POST', '/log-sources', { raw: '{"name": "canary-7731' })
    expect(answer.status).toBe(400)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.body.code).toBe('malformed_json')
    for (const member of problemMembers) expect(answer.body).toHaveProperty(member)
    expect(answer.body).not.toHaveProperty('instance')
    expect(answer.text).not.toContain('canary-7731')
  })

  it('points at the members of a body that are wrong', async () => {
    const answer = await admin.post('/log-sources', { name: 'x', format: 'not-a-format', surprise: 1 })
    expect(answer.status).toBe(422)
    expect(answer.body.code).toBe('validation_failed')
    expect(answer.body.errors.map((e: { pointer: string }) => e.pointer)).toEqual(expect.arrayContaining(['/format']))
    expect(answer.text).not.toContain('not-a-format')
  })

  it.each([
    ['an unknown path', 'GET', '/nothing-here', 404, 'not_found'],
    ['a wrong method', 'DELETE', '/log-sources', 405, 'method_not_allowed'],
    ['reading where one only posts', 'GET', '/logs/ingest', 405, 'method_not_allowed'],
    ['an unknown query parameter', 'GET', '/logs/search?colour=red', 400, 'query_invalid'],
    ['a cursor of nobody', 'GET', '/log-sources?cursor=AAAA', 400, 'cursor_invalid'],
    ['a limit over the bound', 'GET', '/logs/search?limit=201', 400, 'query_invalid'],
  ])('answers %s with its code', async (_what, method, path, status, code) => {
    const answer = await admin.call(method, path)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('names the methods that a path allows', async () => {
    const answer = await admin.call('DELETE', '/log-sources')
    expect(String(answer.headers.allow)).toContain('POST')
  })

  it('refuses media types that it cannot read', async () => {
    const answer = await admin.call('POST', '/log-sources', {
      raw: 'name=x',
      headers: { 'content-type': 'text/plain' },
    })
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('refuses bodies over 8 MiB', async () => {
    const answer = await admin.call('POST', '/log-sources', { raw: `{"name":"${'x'.repeat(9 * 1024 * 1024)}"}` })
    expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large'])
  })
})

describe('every answer', () => {
  it.each([['/log-sources'], ['/nothing-here'], ['/log-sources/src_none']])(
    'of %s is private, numbered, and says the rate limit',
    async path => {
      const answer = await admin.get(path)
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers['x-request-id']).toBeDefined()
      expect(answer.headers.ratelimit).toBeDefined()
      expect(answer.headers['ratelimit-policy']).toBeDefined()
    },
  )
})

describe('the API describes itself', () => {
  it('serves its OpenAPI 3.1 document and a reference page without credentials', async () => {
    const document = await anonymous.get('/openapi.json')
    expect(document.status).toBe(200)
    expect(document.body.openapi).toMatch(/^3\.1/)
    expect(Object.keys(document.body.paths)).toEqual(
      expect.arrayContaining(['/api/v1/logs/ingest', '/api/v1/agent-enrollment/exchange', '/api/v1/auditor/evidence']),
    )
    const docs = await anonymous.get('//docs')
    expect([200, 301, 302, 308]).toContain(docs.status)
  })
})

describe('credentials', () => {
  it('are required', async () => {
    const answer = await anonymous.get('/log-sources')
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
  })

  it('stop working when the account is removed', async () => {
    const made = await admin.post('/service-accounts', { name: 'short-lived', roles: ['analyst'] })
    expect(made.status).toBe(201)
    expect((await admin.get(`/service-accounts/${made.body.service_account_id}`)).text).not.toContain(made.body.token)
    expect((await admin.call('DELETE', `/service-accounts/${made.body.service_account_id}`)).status).toBe(204)
    expect((await admin.get(`/service-accounts/${made.body.service_account_id}`)).status).toBe(404)
  })

  it('allow what the table of operations says, and nothing else', async () => {
    const analyst = await accountWith('analyst')
    const collector = await accountWith('collector')
    const auditor = await accountWith('auditor')
    expect((await analyst.get('/log-sources')).status).toBe(200)
    expect((await analyst.post('/log-sources', { name: 'x', format: 'json' })).status).toBe(403)
    expect((await collector.get('/logs/search')).status).toBe(403)
    expect((await auditor.get('/agents')).status).toBe(403)
    expect((await auditor.get('/auditor/evidence')).status).toBe(200)
    expect((await admin.post('/tenants', { name: 'x' })).status).toBe(403)
  })

  it('grant only what their holder may grant', async () => {
    expect((await admin.post('/service-accounts', { name: 'x', roles: ['platform_admin'] })).status).toBe(403)
    expect((await admin.post('/service-accounts', { name: 'x', roles: ['agent'] })).status).toBe(403)
    const other = await freshTenant()
    expect((await other.admin.get('/log-sources')).status).toBe(200)
  })
})

describe('idempotency keys', () => {
  it('give a repeated POST the first answer without its one-time secret, and refuse another body', async () => {
    const headers = { 'idempotency-key': `key-${Date.now()}` }
    const first = await admin.post('/service-accounts', { name: 'idempotent', roles: ['analyst'] }, headers)
    const again = await admin.post('/service-accounts', { name: 'idempotent', roles: ['analyst'] }, headers)
    const other = await admin.post('/service-accounts', { name: 'different', roles: ['analyst'] }, headers)
    expect(first.status).toBe(201)
    expect(again.status).toBe(201)
    expect(again.body.service_account_id).toBe(first.body.service_account_id)
    expect(again.text).not.toContain(first.body.token)
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
  })
})
