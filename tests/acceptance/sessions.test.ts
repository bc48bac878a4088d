import { describe, expect, it } from '@jest/globals'
import { createApiClient } from '../../tools/client/api.ts'
import { admin, anonymous, eventually, target } from './target.ts'

async function signedIn(...roles: string[]) {
  const account = (await admin.post('/service-accounts', { name: 'person', roles })).body
  const bearer = { authorization: `Bearer ${account.token}` }
  const answer = await anonymous.post('/session', undefined, bearer)
  expect(answer.status).toBe(201)
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  return { account, bearer, answer, cookie, csrf: answer.body.csrf_token as string }
}

describe('a browser session', () => {
  it('is a cookie for a caller with a token, and has that account’s authority', async () => {
    const { answer, cookie, account } = await signedIn('analyst')
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)
    expect(answer.body).toMatchObject({
      principal: { id: account.service_account_id },
      roles: ['analyst'],
      redacted: false,
    })
    expect(answer.headers['wardline-release']).toMatch(/^\d+\.\d+\.\d+ ([0-9a-f]{7,12}|unknown)$/)
    expect((await anonymous.get('/alerts', { cookie })).status).toBe(200)
    expect((await anonymous.get('/service-accounts', { cookie })).status).toBe(403)
    expect((await anonymous.get('/alerts', { cookie: 'wardline_session=x' })).status).toBe(401)
  })

  it('changes something only with its CSRF token', async () => {
    const { cookie, csrf } = await signedIn('admin', 'operator')
    const source = { name: 'by session', format: 'json' }
    const without = await anonymous.post('/log-sources', source, { cookie })
    expect([without.status, without.body.code]).toEqual([403, 'csrf_token_invalid'])
    const foreign = await anonymous.post('/log-sources', source, {
      cookie,
      'x-wardline-csrf': csrf,
      'sec-fetch-site': 'cross-site',
    })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'csrf_token_invalid'])
    expect((await anonymous.post('/log-sources', source, { cookie, 'x-wardline-csrf': csrf })).status).toBe(201)
  })

  it('shows an auditor which redaction applies', async () => {
    const { cookie } = await signedIn('auditor')
    const me = await anonymous.get('/session', { cookie })
    expect(me.body).toMatchObject({
      redacted: true,
      redaction_applied: true,
      redaction_policy_id: expect.stringContaining('@'),
    })
  })

  it('yields to a token that is sent with it', async () => {
    const { cookie } = await signedIn('analyst')
    const other = await signedIn('auditor')
    const me = await anonymous.get('/session', { cookie, ...other.bearer })
    expect(me.body).toMatchObject({ principal: { id: other.account.service_account_id }, csrf_token: null })
  })

  it('ends by signing out, and with its account', async () => {
    const one = await signedIn('analyst')
    const out = await anonymous.call('DELETE', '/session', {
      headers: { cookie: one.cookie, 'x-wardline-csrf': one.csrf },
    })
    expect(out.status).toBe(204)
    expect((await anonymous.get('/session', { cookie: one.cookie })).status).toBe(401)

    const two = await signedIn('analyst')
    await admin.call('DELETE', `/service-accounts/${two.account.service_account_id}`)
    const after = await eventually(
      () => anonymous.get('/session', { cookie: two.cookie }),
      a => a.status !== 200,
      5_000,
    )
    expect(after.status).toBe(401)
  })

  it('is ignored for agents: a cookie does not replace a certificate', async () => {
    const { cookie } = await signedIn('admin')
    const tls = createApiClient(target.agentUrl, { ca: target.ca })
    const beat = await tls.post('/agents/agt_x/telemetry/heartbeat', { hostname: 'h' }, { cookie })
    expect([beat.status, beat.body.code]).toEqual([401, 'certificate_required'])
    await tls.close()
  })
})
