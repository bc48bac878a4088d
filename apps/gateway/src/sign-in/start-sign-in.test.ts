// A browser that is sent to a certified OpenID Provider, on real sockets.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type SignInDoc, signIns } from '@wardline/registries'
import { createWalkingBrowser, type SignInKit, signInProblem, startSignInKit } from '../testing/sign-in-kit.ts'
import { TENANT } from '../testing/test-gateway.ts'

let kit: SignInKit
beforeAll(async () => {
  kit = await startSignInKit()
})
afterAll(() => kit.stop())
beforeEach(() => kit.asItWas())

describe('A browser that starts a sign-in', () => {
  it('goes to the provider with PKCE, state and nonce, and a cookie that is sent only to the callback', async () => {
    const browser = createWalkingBrowser()
    const { status, location, setCookie } = await kit.start(browser)
    expect(status).toBe(303)
    const { searchParams: asked, origin } = new URL(location ?? '')
    expect(origin).toBe(kit.provider.issuer)
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'wardline',
      scope: 'openid profile groups',
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

  it.each([
    ['nobody has', 'organisation=nobody.example', {}],
    ['is paused', 'organisation=acme.example', { state: 'paused' }],
    ['is not for browsers', 'organisation=acme.example', { client_id: null }],
  ] as const)('gets the same response for a name that %s', async (_, query, change) => {
    await kit.register(change)
    const { status, location, setCookie } = await kit.start(createWalkingBrowser(), query)
    expect([status, location, setCookie]).toEqual([
      303,
      `${new URL(kit.api).origin}/console/?sign_in_problem=sign_in_unknown`,
      [],
    ])
  })

  it('gets that response for a suspended tenant too', async () => {
    await kit.gateway.tenantState('suspended')
    expect(signInProblem((await kit.start(createWalkingBrowser())).location)).toBe('sign_in_unknown')
    await kit.gateway.tenantState('active')
  })

  it.each(['cross-site', 'same-site'])('is not sent by a page that is %s', async site => {
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
  ])('is never led anywhere but the console: %j', async wanted => {
    const query = `organisation=nobody.example&return_to=${encodeURIComponent(wanted)}`
    const { location = '' } = await kit.start(createWalkingBrowser(), query)
    expect(location).toBe(`${new URL(kit.api).origin}/console/?sign_in_problem=sign_in_unknown`)
  })
})

describe('A sign-in at the door', () => {
  it('is not started while two thousand are in progress', async () => {
    const other = await startSignInKit()
    try {
      const expires_at = other.clock.now() + 60_000
      for (let i = 0; i < 2_000; i++) {
        const doc: SignInDoc = {
          ...{ id: `sin_${i}`, state_hash: `s${i}`, browser_hash: 'b', sealed: '', issuer_id: other.issuer.id },
          return_to: '/console/',
          created_at: '',
          expires_at,
        }
        await other.registry.write(signIns, TENANT, doc, { expect: 'absent' })
      }
      expect(signInProblem((await other.start(createWalkingBrowser())).location)).toBe('sign_in_unavailable')
      other.clock.offset = 60_001
      expect(signInProblem((await other.start(createWalkingBrowser())).location)).toBeNull()
    } finally {
      await other.stop()
    }
  })

  it('has a Secure cookie behind https, and allows 120 names to be tried per minute', async () => {
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
