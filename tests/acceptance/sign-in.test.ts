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
import { IDENTITY_CLIENT_SECRET, IDENTITY_SECRET, PUBLIC_URL } from '../../tools/simulators/instance-settings.ts'
import { admin, anonymous, eventually, freshTenant, platform, target } from './target.ts'

const port = target.identityPort
const withProvider = port === undefined ? describe.skip : describe
const NAME = `n${randomUUID().slice(0, 8)}.example`

withProvider('a person of an identity provider', () => {
  let provider: SignInProvider
  let rival: Awaited<ReturnType<typeof freshTenant>>
  let issuer: { issuer_id: string; redirect_uri: string }

  beforeAll(async () => {
    provider = await startSignInProvider({
      ...{ port: port ?? 0, redirectUri: `${PUBLIC_URL}/api/v1/session/callback` },
      clientSecret: IDENTITY_CLIENT_SECRET,
      people: {
        ann: { groups: ['soc'], name: 'Ann Lee' },
        eve: { groups: ['audit'], name: 'Eve Poe' },
        kim: { groups: ['leads'], name: 'Kim Roe' },
      },
    })
    rival = await freshTenant('which wants the same issuer')
    const made = await register(admin, { client_secret_ref: IDENTITY_SECRET })
    expect([made.status, made.body.control]).toEqual([201, 'pending'])
    issuer = made.body
  })
  afterAll(async () => {
    provider?.close()
    await rival?.admin.close()
  })

  const register = (client: typeof admin, more: object = {}) =>
    client.post('/oidc-issuers', {
      issuer: provider.issuer,
      audience: 'wardline',
      sign_in_name: NAME,
      client_id: CLIENT_ID,
      scopes: ['openid', 'profile', 'groups'],
      group_roles: [
        { group: 'soc', roles: ['analyst'] },
        { group: 'audit', roles: ['auditor'] },
        { group: 'leads', roles: ['admin'] },
      ],
      ...more,
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

  it('cannot sign in before the tenant has proven that the issuer is its own, which an admin of the issuer does', async () => {
    const theirs = (await register(rival.admin)).body
    expect(theirs.control).toBe('pending')
    const early = await createWalkingBrowser().go(`${target.apiUrl}/api/v1/session/sign-in?organisation=${NAME}`)
    expect(early.location).toMatch(/sign_in_problem=sign_in_unknown$/)

    /** Where a browser ends that goes to the provider for a proof and comes back. */
    const prove = async (login: string): Promise<string> => {
      const browser = createWalkingBrowser()
      const asked = await admin.post(`/oidc-issuers/${issuer.issuer_id}/proof`)
      expect(asked.status).toBe(200)
      browser.keep(target.apiUrl, asked.headers['set-cookie'])
      const back = await browser.login(asked.body.authorization_url, login)
      const end = await browser.go(back.replace(PUBLIC_URL, target.apiUrl))
      expect((await anonymous.get('/session', { cookie: cookieOf(browser) })).status).toBe(401)
      const { pathname, search } = new URL(end.location ?? '')
      return pathname + search
    }
    expect(await prove('ann')).toBe('/console/settings/issuers?sign_in_problem=sign_in_not_admin')
    expect(await prove('kim')).toBe('/console/settings/issuers')
    const { body } = await admin.get(`/oidc-issuers/${issuer.issuer_id}`)
    expect(body).toMatchObject({ control: 'proven', proven_by: 'sign_in' })

    const approval = `/oidc-issuers/${theirs.issuer_id}/approval?tenant_id=${rival.tenantId}`
    expect((await rival.admin.post(`/oidc-issuers/${theirs.issuer_id}/proof`)).body.code).toBe('issuer_needs_approval')
    expect((await platform.post(approval)).body.code).toBe('issuer_taken')
    expect((await rival.admin.post(approval)).body.code).toBe('forbidden')
  })

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
      tenant_id: 'ten_default',
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
    expect(found.body.items).toMatchObject([{ issuer_id: issuer.issuer_id, tenant_id: 'ten_default' }])
    const path = `/oidc-issuers/${issuer.issuer_id}?tenant_id=ten_default`
    expect((await platform.call('DELETE', path)).status).toBe(204)
    const refused = await eventually(
      () => anonymous.get('/alerts', { cookie: cookieOf(browser) }),
      answer => answer.status === 401,
    )
    expect(refused.body.code).toBe('unauthenticated')
    const resource = { type: 'issuer', id: issuer.issuer_id }
    const removals = (await admin.get('/audit-records?operation=deleteOidcIssuer')).body.items
    expect(removals).toContainEqual(expect.objectContaining({ resource }))
    const signIns = (await admin.get('/audit-records?operation=finishSignIn')).body.items
    expect(signIns).toContainEqual(expect.objectContaining({ resource: { type: 'session', id: null } }))
    expect(signIns).toContainEqual(expect.objectContaining({ resource, outcome: 'succeeded' }))
    expect(JSON.stringify([removals, signIns])).not.toMatch(/Ann|Eve|Kim/)
  })

  it('of another tenant can sign in there when the issuer is free and a platform_admin has approved it', async () => {
    const [waiting] = (await platform.get(`/oidc-issuers?issuer=${encodeURIComponent(provider.issuer)}`)).body.items
    expect(waiting).toMatchObject({ tenant_id: rival.tenantId, control: 'pending' })
    const approval = `/oidc-issuers/${waiting.issuer_id}/approval?tenant_id=${rival.tenantId}`
    expect((await platform.post(approval)).body).toMatchObject({ control: 'proven', proven_by: 'approval' })
    const begun = await createWalkingBrowser().go(`${target.apiUrl}/api/v1/session/sign-in?organisation=${NAME}`)
    expect(new URL(begun.location ?? '').origin).toBe(provider.issuer)
    const records = (await rival.admin.get('/audit-records?operation=approveOidcIssuer&outcome=succeeded')).body.items
    expect(records).toMatchObject([{ resource: { type: 'issuer', id: waiting.issuer_id }, outcome: 'succeeded' }])
  })
})
