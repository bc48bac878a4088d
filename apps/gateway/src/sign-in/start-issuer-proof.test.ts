// How a tenant proves that an issuer is its own, through a certified OpenID Provider, on real sockets.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import { auditRecords, oidcIssuers, sessions } from '@wardline/registries'
import { asPending, registrationOf } from '../oidc/registration.ts'
import { send } from '../testing/http-client.ts'
import { createWalkingBrowser, type SignInKit, signInProblem, startSignInKit } from '../testing/sign-in-kit.ts'
import { TENANT } from '../testing/test-gateway.ts'
import type { WalkingBrowser } from '../testing/walking-browser.ts'

const OTHER_TENANT = tenantId('ten_other')
const CLIENT_SECRET = 'a-secret-of-the-test-that-is-long-enough'
const WITH_SECRET = {
  client_secret_ref: { provider: 'file', name: 'acme', purpose: 'oidc' },
  group_roles: [
    { group: 'soc', roles: ['admin', 'operator'] },
    { group: 'all', roles: ['analyst'] },
  ],
} as const

let kit: SignInKit
let told = CLIENT_SECRET
beforeAll(async () => {
  kit = await startSignInKit({ clientSecret: CLIENT_SECRET, secrets: { resolve: async () => told } })
})
afterAll(() => kit.stop())

/** Stored as a new registration is. */
async function pending(change: object = {}): Promise<void> {
  const stored = await kit.registry.read(oidcIssuers, TENANT, kit.issuer.id)
  const doc = asPending({ ...registrationOf(kit.issuer), ...WITH_SECRET, ...change })
  await kit.registry.write(oidcIssuers, TENANT, doc, { expect: stored?.version ?? 'absent' })
}

beforeEach(async () => {
  told = CLIENT_SECRET
  await kit.asItWas()
  await pending()
})

const asked = async (id = kit.issuer.id) =>
  send(`${kit.api}/oidc-issuers/${id}/proof`, { method: 'POST', token: await kit.gateway.account(['admin']) })

/** As the console does: the cookie comes with the answer. */
async function depart(browser: WalkingBrowser): Promise<string> {
  const reply = await asked()
  expect(reply.status).toBe(200)
  browser.keep(kit.api, reply.headers['set-cookie'])
  return reply.json.authorization_url
}

const prove = async (browser: WalkingBrowser, as: string) => browser.go(await browser.login(await depart(browser), as))
const stored = async () => (await kit.registry.read(oidcIssuers, TENANT, kit.issuer.id))?.doc
const openSessions = async () => (await kit.registry.list(sessions, TENANT, { limit: 1_000 })).length

describe('A pending issuer', () => {
  it('cannot be signed in with', async () => {
    expect(signInProblem((await kit.start(createWalkingBrowser())).location)).toBe('sign_in_unknown')
  })

  it('is proven by an admin of the issuer, who gets no session by that, and is signed in with afterwards', async () => {
    const before = await openSessions()
    const browser = createWalkingBrowser()
    const last = await prove(browser, 'ann')
    expect([last.status, last.setCookie]).toEqual([303, []])
    expect(last.location).toBe(`${new URL(kit.api).origin}/console/settings/issuers`)
    expect(await stored()).toMatchObject({ issuer: kit.issuer.issuer, proof: { by: 'sign_in' } })
    expect(await openSessions()).toBe(before)
    expect((await kit.ask(browser, '/session')).status).toBe(401)
    const person = createWalkingBrowser()
    expect(signInProblem((await kit.signIn(person, 'bob')).location)).toBeNull()
    expect((await kit.ask(person, '/session')).json.roles).toEqual(['analyst'])
  })

  it('is on record as proven, with who did it and without a name', async () => {
    await prove(createWalkingBrowser(), 'bob')
    await prove(createWalkingBrowser(), 'ann')
    const records = (await kit.registry.list(auditRecords, TENANT, { limit: 1_000 })).map(r => r.doc)
    const resource = { type: 'issuer', id: kit.issuer.id }
    const actor = { type: 'user', id: expect.stringMatching(/^usr_/) }
    expect(records).toContainEqual(
      expect.objectContaining({ operation: 'finishSignIn', resource, actor, outcome: 'succeeded' }),
    )
    expect(records).toContainEqual(expect.objectContaining({ operation: 'startOidcIssuerProof', resource }))
    expect(JSON.stringify(records)).not.toMatch(/Ann|Lee|Bob|Ray/)
  })

  it.each<[string, string, () => unknown, string]>([
    ['a person without the admin role', 'bob', () => {}, 'sign_in_not_admin'],
    ['a client whose secret is wrong', 'ann', () => (told = 'x'.repeat(40)), 'sign_in_invalid'],
    ['a client that has become public', 'ann', () => pending({ client_secret_ref: null }), 'sign_in_invalid'],
    ['a registration that is paused', 'ann', () => pending({ state: 'paused' }), 'sign_in_unknown'],
  ])('stays pending after %s', async (_, as, change, code) => {
    const browser = createWalkingBrowser()
    const back = await browser.login(await depart(browser), as)
    await change()
    const last = await browser.go(back)
    expect([signInProblem(last.location), last.setCookie]).toEqual([code, []])
    expect(await stored()).toHaveProperty('pending')
  })

  it('cannot be proven by another browser than the one that started it', async () => {
    const [admin, victim] = [createWalkingBrowser(), createWalkingBrowser()]
    const back = await victim.login(await depart(admin), 'ann')
    expect(signInProblem((await victim.go(back)).location)).toBe('sign_in_expired')
    expect(await stored()).toHaveProperty('pending')
  })

  it('that another tenant proves first stays pending, and its admin is told so', async () => {
    const browser = createWalkingBrowser()
    const back = await browser.login(await depart(browser), 'ann')
    const theirs = { ...kit.issuer, id: 'iss_theirs' }
    await kit.registry.write(oidcIssuers, OTHER_TENANT, theirs, { expect: 'absent' })
    expect(signInProblem((await browser.go(back)).location)).toBe('issuer_taken')
    expect(await stored()).toHaveProperty('pending')
    await kit.registry.remove(oidcIssuers, OTHER_TENANT, theirs.id, 1)
  })

  it('of a public client needs approval, and a proven one needs nothing', async () => {
    await pending({ client_secret_ref: null })
    expect((await asked()).json).toMatchObject({ status: 409, code: 'issuer_needs_approval' })
    await pending()
    await prove(createWalkingBrowser(), 'ann')
    expect((await asked()).json).toMatchObject({ status: 409, code: 'state_conflict' })
    expect((await asked('iss_other')).json).toMatchObject({ status: 404 })
  })
})
