// The whole way of a person through a certified OpenID Provider and back, on real sockets.
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { auditRecords, oidcIssuers, type SignInDoc, sessions, signIns } from '@wardline/registries'
import { send } from '../testing/http-client.ts'
import { createWalkingBrowser, type SignInKit, startSignInKit } from '../testing/sign-in-kit.ts'
import { TENANT } from '../testing/test-gateway.ts'

let kit: SignInKit
beforeAll(async () => {
  // The provider says how it is not to be used in production, which it is not.
  for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => {})
  kit = await startSignInKit()
})
afterAll(() => kit.stop())
beforeEach(async () => {
  kit.provider.bend = undefined
  kit.provider.forge = false
  kit.provider.down = false
  kit.clock.offset = 0
  await register({})
})

/** The registration as it was, but for what a test changes. */
async function register(change: Partial<SignInKit['issuer']>): Promise<void> {
  const stored = await kit.registry.read(oidcIssuers, TENANT, kit.issuer.id)
  await kit.registry.write(oidcIssuers, TENANT, { ...kit.issuer, ...change }, { expect: stored?.version ?? 'absent' })
}
const problemOf = (location: string | undefined): string | null =>
  new URL(location ?? '').searchParams.get('sign_in_problem')

/** Changes the registration as its admin does. */
async function asAdmin(method: string, body?: object): Promise<void> {
  const token = await kit.gateway.account(['admin'])
  const headers = { 'if-match': '*' }
  const answer = await send(`${kit.api}/oidc-issuers/${kit.issuer.id}`, {
    ...{ method, token, headers },
    ...(body ? { body } : {}),
  })
  expect(answer.status).toBeLessThan(300)
}

describe('A person', () => {
  it('signs in by the provider of the organisation, as a user of the tenant with the roles of the groups', async () => {
    const browser = createWalkingBrowser()
    const last = await kit.signIn(browser, 'ann', 'organisation=acme.example&return_to=/console/alerts/alr_1')
    expect([last.status, new URL(last.location ?? '').pathname]).toEqual([303, '/console/alerts/alr_1'])
    expect(last.setCookie.join()).toMatch(
      /^wardline_session=[A-Za-z0-9_-]{43}; Path=\/api\/v1; HttpOnly; SameSite=Strict$/,
    )
    const me = await kit.ask(browser, '/session')
    expect(me.json).toMatchObject({
      principal: { type: 'user', id: expect.stringMatching(/^usr_[a-z2-7]{26}$/) },
      ...{ name: 'Ann Lee', organisation: 'acme.example', tenant_id: TENANT, roles: ['analyst'] },
    })
    expect((await kit.ask(browser, '/alerts')).status).toBe(200)
    expect((await kit.ask(browser, '/oidc-issuers')).status).toBe(403)
  })

  it('is the same user every time', async () => {
    const [first, second] = [createWalkingBrowser(), createWalkingBrowser()]
    await kit.signIn(first, 'ann')
    await kit.signIn(second, 'ann')
    const ids = [await kit.ask(first, '/session'), await kit.ask(second, '/session')].map(a => a.json.principal.id)
    expect(ids[0]).toBe(ids[1])
  })

  it('goes to the provider with PKCE, state and nonce, and a cookie that only this way back reads', async () => {
    const browser = createWalkingBrowser()
    const { status, location, setCookie } = await kit.start(browser)
    expect(status).toBe(303)
    const { searchParams: asked, origin } = new URL(location ?? '')
    expect(origin).toBe(kit.provider.issuer)
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ response_type: 'code', client_id: 'wardline', scope: 'openid profile groups' },
      ...{ code_challenge_method: 'S256', redirect_uri: `${kit.api}/session/callback` },
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
    expect(setCookie.join()).toMatch(
      /^wardline_sign_in=[\w-]{43}; Max-Age=600; Path=\/api\/v1\/session; HttpOnly; SameSite=Lax$/,
    )
    const kept = JSON.stringify(await kit.registry.list(signIns, TENANT, { limit: 100 }))
    const cookie = browser.cookies.get(new URL(kit.api).origin)?.get('wardline_sign_in') ?? ''
    for (const secret of [asked.get('state') ?? '', asked.get('nonce') ?? '', cookie])
      expect(kept).not.toContain(secret)
  })

  it('may sign in in two tabs at once', async () => {
    const browser = createWalkingBrowser()
    const backs = [await kit.comeBack(browser, 'ann'), await kit.comeBack(browser, 'ann')]
    for (const back of backs) expect(problemOf((await browser.go(back)).location)).toBeNull()
  })

  it('is on record with sign-in and refusal, by an opaque id and without a name', async () => {
    const browser = createWalkingBrowser()
    await kit.signIn(browser, 'ann')
    await kit.signIn(createWalkingBrowser(), 'bob')
    const found = async () => (await kit.registry.list(auditRecords, TENANT, { limit: 1_000 })).map(r => r.doc)
    // A refusal is put down soon after its answer.
    while (!(await found()).some(r => r.code === 'sign_in_no_role'))
      await new Promise(resolve => setTimeout(resolve, 5))
    const ends = (await found()).filter(r => r.operation === 'finishSignIn')
    const { principal } = (await kit.ask(browser, '/session')).json
    expect(ends).toContainEqual(
      expect.objectContaining({ actor: { type: 'user', id: principal.id }, outcome: 'succeeded', code: null }),
    )
    expect(ends).toContainEqual(expect.objectContaining({ outcome: 'refused', code: 'sign_in_no_role' }))
    expect(JSON.stringify(ends)).not.toMatch(/Ann|Lee|Bob|Ray/)
  })

  it('leaves no name, code, state or token in the logs, and no name in the store', async () => {
    const browser = createWalkingBrowser()
    const back = await kit.comeBack(browser, 'ann')
    await browser.go(back)
    const { searchParams } = new URL(back)
    const logged = kit.gateway.logged.join('\n')
    for (const value of [searchParams.get('code') ?? '', searchParams.get('state') ?? '', 'Ann Lee'])
      expect(logged).not.toContain(value)
    expect(JSON.stringify(await kit.registry.list(sessions, TENANT, { limit: 1_000 }))).not.toContain('Ann')
  })
})

describe('A sign-in that does not go through', () => {
  it.each([
    ['nobody has', 'organisation=nobody.example', {}],
    ['is paused', 'organisation=acme.example', { state: 'paused' }],
    ['is not for browsers', 'organisation=acme.example', { client_id: null }],
  ] as const)('is answered alike for a name that %s', async (_, query, change) => {
    await register(change)
    const { status, location, setCookie } = await kit.start(createWalkingBrowser(), query)
    expect([status, location, setCookie]).toEqual([
      303,
      `${new URL(kit.api).origin}/console/?sign_in_problem=sign_in_unknown`,
      [],
    ])
  })

  it('is told apart from nothing where the tenant is suspended', async () => {
    await kit.gateway.tenantState('suspended')
    expect(problemOf((await kit.start(createWalkingBrowser())).location)).toBe('sign_in_unknown')
    await kit.gateway.tenantState('active')
  })

  it.each(['cross-site', 'same-site'])('is not begun by a page that is %s', async site => {
    const browser = createWalkingBrowser()
    const begun = await browser.go(`${kit.api}/session/sign-in?organisation=acme.example`, {
      headers: { 'sec-fetch-site': site },
    })
    expect([begun.status, new URL(begun.location ?? '').pathname, begun.setCookie]).toEqual([303, '/console/', []])
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/console//evil.example',
    '/console/../api/v1',
    '/console/\\evil.example',
    '/console/%2e%2e/',
    '/consolex',
    'javascript:alert(1)',
    '/console/a?x=1',
    '/console/\n',
  ])('never leads to another place than the console: %j', async wanted => {
    const query = `organisation=nobody.example&return_to=${encodeURIComponent(wanted)}`
    const { location = '' } = await kit.start(createWalkingBrowser(), query)
    expect(location).toBe(`${new URL(kit.api).origin}/console/?sign_in_problem=sign_in_unknown`)
  })

  it('is taken once: the same way back a second time is none', async () => {
    const browser = createWalkingBrowser()
    const back = await kit.comeBack(browser, 'ann')
    const [first, second] = await Promise.all([browser.go(back), browser.go(back)])
    expect([problemOf(first.location), problemOf(second.location)].sort()).toEqual([null, 'sign_in_expired'].sort())
    expect(problemOf((await browser.go(back)).location)).toBe('sign_in_expired')
  })

  it("is not ended in another browser, nor without the first one's cookie, and stays good in its own", async () => {
    const [browser, other] = [createWalkingBrowser(), createWalkingBrowser()]
    const back = await kit.comeBack(browser, 'ann')
    expect(problemOf((await other.go(back)).location)).toBe('sign_in_expired')
    await kit.start(other)
    const last = await other.go(back)
    expect([problemOf(last.location), last.setCookie]).toEqual(['sign_in_expired', []])
    expect(problemOf((await browser.go(back)).location)).toBeNull()
  })

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43)), 'sign_in_expired'],
    ['no state', (url: URL) => url.searchParams.delete('state'), 'sign_in_expired'],
    ['another code', (url: URL) => url.searchParams.set('code', 'made-up'), 'sign_in_invalid'],
    ['no code', (url: URL) => url.searchParams.delete('code'), 'sign_in_invalid'],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example'), 'sign_in_invalid'],
    ['a refusal', (url: URL) => url.searchParams.set('error', 'access_denied'), 'sign_in_refused'],
    ['a fault of the provider', (url: URL) => url.searchParams.set('error', 'server_error'), 'sign_in_unavailable'],
    ['words of the provider', (url: URL) => url.searchParams.set('error', '<b>x</b>'), 'sign_in_refused'],
  ])('is answered by a code where the browser brings %s', async (_, change, code) => {
    const browser = createWalkingBrowser()
    const back = new URL(await kit.comeBack(browser, 'ann'))
    change(back)
    const last = await browser.go(`${back.href}&error_description=words&session_state=more`)
    expect(last.location).toBe(`${new URL(kit.api).origin}/console/?sign_in_problem=${code}`)
    expect(last.setCookie).toEqual([])
  })

  it('is too old after ten minutes', async () => {
    const browser = createWalkingBrowser()
    const back = await kit.comeBack(browser, 'ann')
    kit.clock.offset = 600_000
    expect(problemOf((await browser.go(back)).location)).toBe('sign_in_expired')
  })

  it.each<[string, NonNullable<SignInKit['provider']['bend']>]>([
    ['another nonce', claims => ({ ...claims, nonce: 'x'.repeat(43) })],
    ['no nonce', ({ nonce, ...claims }) => claims],
    ['another issuer', claims => ({ ...claims, iss: 'https://evil.example' })],
    ['another audience', claims => ({ ...claims, aud: 'somebody-else' })],
    ['an end that is past', claims => ({ ...claims, exp: (claims.iat ?? 0) - 120 })],
    ['nobody', ({ sub, ...claims }) => claims],
  ])('is refused where the ID token has %s', async (_, bend) => {
    kit.provider.bend = bend
    const last = await kit.signIn(createWalkingBrowser(), 'ann')
    expect([problemOf(last.location), last.setCookie]).toEqual(['sign_in_invalid', []])
  })

  it('is refused where the ID token is signed by somebody else, or in a way that the registration does not take', async () => {
    kit.provider.forge = true
    expect(problemOf((await kit.signIn(createWalkingBrowser(), 'ann')).location)).toBe('sign_in_invalid')
    kit.provider.forge = false
    await register({ algorithms: ['ES256'] })
    expect(problemOf((await kit.signIn(createWalkingBrowser(), 'ann')).location)).toBe('sign_in_invalid')
  })

  it('is refused to who is in no group of the map', async () => {
    const last = await kit.signIn(createWalkingBrowser(), 'bob')
    expect([problemOf(last.location), last.setCookie]).toEqual(['sign_in_no_role', []])
  })

  it('is nobody’s fault while the provider is down, and the operator hears why', async () => {
    const browser = createWalkingBrowser()
    const back = await kit.comeBack(browser, 'ann')
    kit.provider.down = true
    expect(problemOf((await browser.go(back)).location)).toBe('sign_in_unavailable')
    expect(kit.gateway.logged.join('\n')).toMatch(
      /"sign_in_unavailable","reasons":\["the other side cannot be reached"\]/,
    )
    expect(kit.counted.at(-1)).toBe('["sign_ins_total",{"outcome":"sign_in_unavailable"}]')
  })

  it('ends where the registration was taken away meanwhile', async () => {
    const browser = createWalkingBrowser()
    const back = await kit.comeBack(browser, 'ann')
    await register({ state: 'paused' })
    expect(problemOf((await browser.go(back)).location)).toBe('sign_in_unknown')
  })
})

describe("A person's session", () => {
  it.each<[string, () => Promise<unknown>]>([
    ['the map of groups is changed', () => asAdmin('PATCH', { group_roles: [{ group: 'soc', roles: ['operator'] }] })],
    ['the issuer is paused', () => asAdmin('PATCH', { state: 'paused' })],
    [
      'the issuer is paused and resumed',
      async () => [await asAdmin('PATCH', { state: 'paused' }), await asAdmin('PATCH', { state: 'active' })],
    ],
    ['the issuer is removed', () => asAdmin('DELETE')],
  ])('is over when %s', async (_, change) => {
    const browser = createWalkingBrowser()
    await kit.signIn(browser, 'ann')
    expect((await kit.ask(browser, '/alerts')).status).toBe(200)
    await change()
    const refused = await kit.ask(browser, '/alerts')
    expect([refused.status, refused.json.code]).toEqual([401, 'unauthenticated'])
    expect(String(refused.headers['set-cookie'])).toMatch(/Max-Age=0/)
  })

  it('ends by disuse, and after twelve hours', async () => {
    const browser = createWalkingBrowser()
    await kit.signIn(browser, 'ann')
    kit.clock.offset = 31 * 60_000
    expect((await kit.ask(browser, '/alerts')).status).toBe(401)
    kit.clock.offset = 0
    await kit.signIn(browser, 'ann')
    for (let hour = 0; hour < 12; hour += 0.25) {
      kit.clock.offset = hour * 3_600_000
      expect((await kit.ask(browser, '/alerts')).status).toBe(200)
    }
    kit.clock.offset = 12 * 3_600_000 + 1_000
    expect((await kit.ask(browser, '/alerts')).status).toBe(401)
  })

  it('changes something with its CSRF token only, and is signed out here, with a way to be signed out there', async () => {
    const browser = createWalkingBrowser()
    await kit.signIn(browser, 'ann')
    const { csrf_token } = (await kit.ask(browser, '/session')).json
    expect((await kit.ask(browser, '/session', 'DELETE')).json.code).toBe('csrf_token_invalid')
    const ended = await kit.ask(browser, '/session', 'DELETE', { 'x-wardline-csrf': csrf_token })
    expect(ended.status).toBe(200)
    expect(new URL(ended.json.end_session_url).origin).toBe(kit.provider.issuer)
    expect((await kit.ask(browser, '/alerts')).status).toBe(401)
  })
})

describe('A sign-in at the door', () => {
  it('is not begun where two thousand are under way already', async () => {
    const other = await startSignInKit()
    try {
      const expires_at = other.clock.now() + 60_000
      for (let i = 0; i < 2_000; i++) {
        const doc: SignInDoc = {
          ...{ id: `sin_${i}`, state_hash: `s${i}`, browser_hash: 'b', sealed: '', issuer_id: other.issuer.id },
          ...{ return_to: '/console/', created_at: '', expires_at },
        }
        await other.registry.write(signIns, TENANT, doc, { expect: 'absent' })
      }
      expect(problemOf((await other.start(createWalkingBrowser())).location)).toBe('sign_in_unavailable')
      other.clock.offset = 60_001
      expect(problemOf((await other.start(createWalkingBrowser())).location)).toBeNull()
    } finally {
      await other.stop()
    }
  })

  it('has a Secure cookie behind https, and names can be tried a hundred and twenty times a minute', async () => {
    const other = await startSignInKit({ publicUrl: 'https://wardline.test' })
    try {
      const { setCookie, location = '' } = await other.start(createWalkingBrowser())
      expect(setCookie.join()).toMatch(/; Secure/)
      const asked = new URL(location).searchParams
      expect(asked.get('redirect_uri')).toBe('https://wardline.test/api/v1/session/callback')
      let step = await other.start(createWalkingBrowser(), 'organisation=guess')
      for (let i = 0; i < 120 && step.status === 303; i++)
        step = await other.start(createWalkingBrowser(), 'organisation=guess')
      expect(step.status).toBe(429)
    } finally {
      await other.stop()
    }
  })
})

describe('A provider', () => {
  it('may tell the groups from UserInfo, and know us by a secret that lies with the other secrets', async () => {
    const clientSecret = 'a-secret-of-the-test-that-is-long-enough'
    const asked: unknown[] = []
    const other = await startSignInKit({
      ...{ thinTokens: true, clientSecret },
      issuer: { client_secret_ref: { provider: 'file', name: 'acme', purpose: 'oidc' } },
      secrets: {
        resolve: async (...of) => {
          asked.push(of)
          return clientSecret
        },
      },
    })
    try {
      const browser = createWalkingBrowser()
      expect(problemOf((await other.signIn(browser, 'ann')).location)).toBeNull()
      expect((await other.ask(browser, '/session')).json).toMatchObject({ name: 'Ann Lee', roles: ['analyst'] })
      expect(asked[0]).toEqual([TENANT, { provider: 'file', name: 'acme', purpose: 'oidc' }])
    } finally {
      await other.stop()
    }
  })
})
