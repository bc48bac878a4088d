// A person's whole way through a certified OpenID Provider and back, on real sockets.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { auditRecords, sessions } from '@wardline/registries'
import { createWalkingBrowser, type SignInKit, signInProblem, startSignInKit } from '../testing/sign-in-kit.ts'
import { TENANT } from '../testing/test-gateway.ts'

let kit: SignInKit
beforeAll(async () => {
  kit = await startSignInKit()
})
afterAll(() => kit.stop())
beforeEach(() => kit.asItWas())

describe('A person', () => {
  it('signs in with the provider of the organisation, as a user of the tenant with the roles of the groups', async () => {
    const browser = createWalkingBrowser()
    const last = await kit.signIn(browser, 'ann', 'organisation=acme.example&return_to=/console/alerts/alr_1')
    expect([last.status, new URL(last.location ?? '').pathname]).toEqual([303, '/console/alerts/alr_1'])
    expect(last.setCookie.join()).toMatch(
      /^wardline_session=[A-Za-z0-9_-]{43}; Path=\/api\/v1; HttpOnly; SameSite=Strict$/,
    )
    const me = await kit.ask(browser, '/session')
    expect(me.json).toMatchObject({
      principal: { type: 'user', id: expect.stringMatching(/^usr_[a-z2-7]{26}$/) },
      name: 'Ann Lee',
      organisation: 'acme.example',
      tenant_id: TENANT,
      roles: ['analyst'],
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

  it('can sign in in two tabs at once', async () => {
    const browser = createWalkingBrowser()
    const backs = [await kit.comeBack(browser, 'ann'), await kit.comeBack(browser, 'ann')]
    for (const back of backs) expect(signInProblem((await browser.go(back)).location)).toBeNull()
  })

  it('is recorded for sign-in and refusal, with an opaque id and without a name', async () => {
    const browser = createWalkingBrowser()
    await kit.signIn(browser, 'ann')
    await kit.signIn(createWalkingBrowser(), 'bob')
    const found = async () => (await kit.registry.list(auditRecords, TENANT, { limit: 1_000 })).map(r => r.doc)
    // A refusal is recorded soon after its response.
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

describe('A failed sign-in', () => {
  it('is accepted once: the same callback a second time is refused', async () => {
    const browser = createWalkingBrowser()
    const back = await kit.comeBack(browser, 'ann')
    const [first, second] = await Promise.all([browser.go(back), browser.go(back)])
    expect([signInProblem(first.location), signInProblem(second.location)].sort()).toEqual(
      [null, 'sign_in_expired'].sort(),
    )
    expect(signInProblem((await browser.go(back)).location)).toBe('sign_in_expired')
  })

  it("cannot be finished in another browser or without the first one's cookie, and stays valid in its own", async () => {
    const [browser, other] = [createWalkingBrowser(), createWalkingBrowser()]
    const back = await kit.comeBack(browser, 'ann')
    expect(signInProblem((await other.go(back)).location)).toBe('sign_in_expired')
    await kit.start(other)
    const last = await other.go(back)
    expect([signInProblem(last.location), last.setCookie]).toEqual(['sign_in_expired', []])
    expect(signInProblem((await browser.go(back)).location)).toBeNull()
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
  ])('gets a code if the browser brings %s', async (_, change, code) => {
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
    expect(signInProblem((await browser.go(back)).location)).toBe('sign_in_expired')
  })

  it.each<[string, NonNullable<SignInKit['provider']['bend']>]>([
    ['another nonce', claims => ({ ...claims, nonce: 'x'.repeat(43) })],
    ['no nonce', ({ nonce, ...claims }) => claims],
    ['another issuer', claims => ({ ...claims, iss: 'https://evil.example' })],
    ['another audience', claims => ({ ...claims, aud: 'somebody-else' })],
    ['an end that is past', claims => ({ ...claims, exp: (claims.iat ?? 0) - 120 })],
    ['nobody', ({ sub, ...claims }) => claims],
  ])('is refused if the ID token has %s', async (_, bend) => {
    kit.provider.bend = bend
    const last = await kit.signIn(createWalkingBrowser(), 'ann')
    expect([signInProblem(last.location), last.setCookie]).toEqual(['sign_in_invalid', []])
  })

  it('is refused if the ID token is signed by somebody else, or with an algorithm that the registration does not allow', async () => {
    kit.provider.forge = true
    expect(signInProblem((await kit.signIn(createWalkingBrowser(), 'ann')).location)).toBe('sign_in_invalid')
    kit.provider.forge = false
    await kit.register({ algorithms: ['ES256'] })
    expect(signInProblem((await kit.signIn(createWalkingBrowser(), 'ann')).location)).toBe('sign_in_invalid')
  })

  it('is refused for a person in no group of the map', async () => {
    const last = await kit.signIn(createWalkingBrowser(), 'bob')
    expect([signInProblem(last.location), last.setCookie]).toEqual(['sign_in_no_role', []])
  })

  it('is retryable while the provider is down, and the operator is told why', async () => {
    const browser = createWalkingBrowser()
    const back = await kit.comeBack(browser, 'ann')
    kit.provider.down = true
    expect(signInProblem((await browser.go(back)).location)).toBe('sign_in_unavailable')
    expect(kit.gateway.logged.join('\n')).toMatch(
      /"sign_in_unavailable","reasons":\["the other side cannot be reached"\]/,
    )
    expect(kit.counted.at(-1)).toBe('["sign_ins_total",{"outcome":"sign_in_unavailable"}]')
  })

  it('ends if the registration was removed meanwhile', async () => {
    const browser = createWalkingBrowser()
    const back = await kit.comeBack(browser, 'ann')
    await kit.register({ state: 'paused' })
    expect(signInProblem((await browser.go(back)).location)).toBe('sign_in_unknown')
  })
})

describe('A provider', () => {
  it('may give the groups in UserInfo, and identify us by a secret stored with the others', async () => {
    const clientSecret = 'a-secret-of-the-test-that-is-long-enough'
    const asked: unknown[] = []
    const other = await startSignInKit({
      thinTokens: true,
      clientSecret,
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
      expect(signInProblem((await other.signIn(browser, 'ann')).location)).toBeNull()
      expect((await other.ask(browser, '/session')).json).toMatchObject({ name: 'Ann Lee', roles: ['analyst'] })
      expect(asked[0]).toEqual([TENANT, { provider: 'file', name: 'acme', purpose: 'oidc' }])
    } finally {
      await other.stop()
    }
  })
})
