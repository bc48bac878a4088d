// People sign in through an identity provider of their tenant, whichever engines store the sessions and the sign-ins.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  CLIENT_ID,
  createWalkingBrowser,
  type SignInProvider,
  startSignInProvider,
  type WalkingBrowser,
} from '@wardline/gateway/testing'
import { PUBLIC_URL } from '../../tools/simulators/instance-settings.ts'
import { anonymous, eventually, freshTenant, platform, target } from './target.ts'

const port = target.identityPort
const withProvider = port === undefined ? describe.skip : describe
const NAME = `n${randomUUID().slice(0, 8)}.example`

withProvider('a person of an identity provider', () => {
  let provider: SignInProvider
  let tenant: Awaited<ReturnType<typeof freshTenant>>
  let issuer: { issuer_id: string; redirect_uri: string }

  beforeAll(async () => {
    provider = await startSignInProvider({
      ...{ port: port ?? 0, redirectUri: `${PUBLIC_URL}/api/v1/session/callback` },
      people: { ann: { groups: ['soc'], name: 'Ann Lee' }, eve: { groups: ['audit'], name: 'Eve Poe' } },
    })
    tenant = await freshTenant('with people')
    const made = await tenant.admin.post('/oidc-issuers', {
      issuer: provider.issuer,
      audience: 'wardline',
      sign_in_name: NAME,
      client_id: CLIENT_ID,
      scopes: ['openid', 'profile', 'groups'],
      group_roles: [
        { group: 'soc', roles: ['analyst'] },
        { group: 'audit', roles: ['auditor'] },
      ],
    })
    expect(made.status).toBe(201)
    issuer = made.body
  })
  afterAll(async () => {
    provider?.close()
    await tenant?.admin.close()
  })

  const cookieOf = (browser: WalkingBrowser): string =>
    [...(browser.cookies.get(target.apiUrl) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')

  /** To the provider and back to the door, which the provider knows by its public address. */
  async function comeBack(browser: WalkingBrowser, login: string): Promise<string> {
    const begun = await browser.go(
      `${target.apiUrl}/api/v1/session/sign-in?organisation=${NAME}&return_to=/console/logs`,
    )
    expect(begun.status).toBe(303)
    const back = await browser.login(begun.location ?? '', login)
    expect(back.startsWith(`${PUBLIC_URL}/api/v1/session/callback?`)).toBe(true)
    return back.replace(PUBLIC_URL, target.apiUrl)
  }

  it('signs in once, with the identity from the provider, in the tenant that registered it', async () => {
    const browser = createWalkingBrowser()
    const back = await comeBack(browser, 'ann')
    const ends = await Promise.all([browser.go(back), browser.go(back), browser.go(back)])
    const places = ends.map(end => new URL(end.location ?? '')).map(url => url.pathname + url.search)
    expect(places.filter(place => place === '/console/logs')).toHaveLength(1)
    expect(places.filter(place => place.endsWith('?sign_in_problem=sign_in_expired'))).toHaveLength(2)
    const me = await anonymous.get('/session', { cookie: cookieOf(browser) })
    expect(me.body).toMatchObject({
      name: 'Ann Lee',
      organisation: NAME,
      tenant_id: tenant.tenantId,
      roles: ['analyst'],
      principal: { type: 'user' },
    })
    expect((await anonymous.get('/alerts', { cookie: cookieOf(browser) })).status).toBe(200)
    expect((await anonymous.get('/service-accounts', { cookie: cookieOf(browser) })).status).toBe(403)
  })

  it('with the auditor role sees the redacted view', async () => {
    const browser = createWalkingBrowser()
    await browser.go(await comeBack(browser, 'eve'))
    const me = await anonymous.get('/session', { cookie: cookieOf(browser) })
    expect(me.body).toMatchObject({ redacted: true, redaction_applied: true, organisation: NAME })
    expect((await anonymous.get('/alerts', { cookie: cookieOf(browser) })).body.redaction_applied).toBe(true)
  })

  it('loses access when the registration is removed, which a platform_admin may do, recorded in the tenant’s audit trail', async () => {
    const browser = createWalkingBrowser()
    await browser.go(await comeBack(browser, 'ann'))
    const found = await platform.get(`/oidc-issuers?sign_in_name=${NAME}`)
    expect(found.body.items).toMatchObject([{ issuer_id: issuer.issuer_id, tenant_id: tenant.tenantId }])
    const path = `/oidc-issuers/${issuer.issuer_id}?tenant_id=${tenant.tenantId}`
    expect((await platform.call('DELETE', path)).status).toBe(204)
    const refused = await eventually(
      () => anonymous.get('/alerts', { cookie: cookieOf(browser) }),
      answer => answer.status === 401,
    )
    expect(refused.body.code).toBe('unauthenticated')
    const { items } = (await tenant.admin.get('/audit-records')).body
    expect(items).toContainEqual(
      expect.objectContaining({ operation: 'deleteOidcIssuer', resource: { type: 'issuer', id: issuer.issuer_id } }),
    )
    expect(items).toContainEqual(
      expect.objectContaining({ operation: 'finishSignIn', resource: { type: 'session', id: null } }),
    )
    expect(JSON.stringify(items)).not.toMatch(/Ann|Eve/)
  })
})
