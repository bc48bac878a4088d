// What ends the session of a person who signed in with an identity provider, on real sockets.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createWalkingBrowser, type SignInKit, startSignInKit } from '../testing/sign-in-kit.ts'

let kit: SignInKit
beforeAll(async () => {
  kit = await startSignInKit()
})
afterAll(() => kit.stop())
beforeEach(() => kit.asItWas())

describe("A person's session", () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'the map of groups is changed',
      () => kit.asAdmin('PATCH', { group_roles: [{ group: 'soc', roles: ['operator'] }] }),
    ],
    ['the issuer is paused', () => kit.asAdmin('PATCH', { state: 'paused' })],
    [
      'the issuer is paused and resumed',
      async () => [await kit.asAdmin('PATCH', { state: 'paused' }), await kit.asAdmin('PATCH', { state: 'active' })],
    ],
    ['the issuer is removed', () => kit.asAdmin('DELETE')],
  ])('is over when %s', async (_, change) => {
    const browser = createWalkingBrowser()
    await kit.signIn(browser, 'ann')
    expect((await kit.ask(browser, '/alerts')).status).toBe(200)
    await change()
    const refused = await kit.ask(browser, '/alerts')
    expect([refused.status, refused.json.code]).toEqual([401, 'unauthenticated'])
    expect(String(refused.headers['set-cookie'])).toMatch(/Max-Age=0/)
  })

  it('ends when unused, and after twelve hours', async () => {
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

  it('can change something only with its CSRF token, and is signed out here, with a link to sign out there', async () => {
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
