import { afterEach, describe, expect, it } from '@jest/globals'
import { createEgress, readAllowance } from '@wardline/http'
import { PLATFORM_TENANT, type TenantId } from '@wardline/kernel'
import { type OidcIssuerDoc, oidcIssuers, type TenantDoc, tenants } from '@wardline/registries'
import { memoryPorts, OTHER_TENANT, TENANT } from '@wardline/service-kit/testing'
import { base64url, SignJWT, UnsecuredJWT } from 'jose'
import { createIssuerKeys } from '../oidc/issuer-keys.ts'
import { notePending } from '../oidc/pending-issuers.ts'
import { asPending, asProven, registrationOf } from '../oidc/registration.ts'
import { AUDIENCE, type IdentityProvider, startIdentityProvider } from '../testing/identity-provider.ts'
import { createUserAuthenticator } from './authenticate-user.ts'
import { createTenantStates } from './tenant-states.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function kit(settings: Partial<OidcIssuerDoc> = {}, tenant: TenantId = TENANT, cooldownMs = 0) {
  const { ports, clock } = memoryPorts('gateway')
  clock.advance(Date.now() - clock.now())
  const provider = await startIdentityProvider()
  closing.push(() => provider.close())
  const doc: OidcIssuerDoc = {
    id: 'iss_a',
    issuer: provider.issuer,
    audience: AUDIENCE,
    algorithms: ['RS256', 'ES256'],
    state: 'active',
    token_types: ['at+jwt'],
    groups_claim: 'groups',
    created_at: '',
    updated_at: '',
    group_roles: [
      { group: 'soc', roles: ['analyst'] },
      { group: 'leads', roles: ['operator', 'analyst'] },
    ],
    ...settings,
  }
  await ports.registry.write(oidcIssuers, tenant, doc, { expect: 'absent' })
  for (const id of [TENANT, OTHER_TENANT]) {
    const stored = {
      id,
      name: id,
      state: 'active',
      created_at: '',
      auto_tickets: true,
      first_account_at: null,
    } as TenantDoc
    await ports.registry.write(tenants, PLATFORM_TENANT, stored, { expect: 'absent' })
  }
  const egress = createEgress({ allow: readAllowance([provider.hostPort]) })
  closing.push(() => void egress.close())
  const tenantStates = createTenantStates(ports.registry)
  const users = createUserAuthenticator({
    ...ports,
    tenantStates,
    keys: createIssuerKeys(egress, cooldownMs),
  })
  return { ...ports, clock, provider, users, doc, tenantStates }
}

describe("A person's access token", () => {
  it('is a user of the tenant that the issuer belongs to, with the roles of its groups and without a name', async () => {
    const { provider, users } = await kit()
    const user = await users.authenticate(
      await provider.token({ groups: ['soc', 'leads', 'other'], email: 'ann@corp.example' }),
    )
    expect(user).toEqual({
      type: 'user',
      id: expect.stringMatching(/^usr_[a-z2-7]{26}$/),
      tenantId: TENANT,
      roles: ['analyst', 'operator'],
    })
    expect((await users.authenticate(await provider.token())).id).toBe(user.id)
    expect((await users.authenticate(await provider.token({ sub: 'bob' }))).id).not.toBe(user.id)
  })

  it('gives no role without a known group, whatever else the token says', async () => {
    const { provider, users } = await kit()
    for (const claims of [
      { groups: [] },
      { groups: 'other' },
      { groups: { soc: true } },
      { groups: undefined, roles: ['admin'] },
    ])
      expect((await users.authenticate(await provider.token({ ...claims, tenant_id: OTHER_TENANT }))).roles).toEqual([])
  })

  const now = () => Math.floor(Date.now() / 1000)
  it.each<[string, (p: IdentityProvider) => Promise<string>]>([
    ['has ended', p => p.token({ exp: now() - 61 })],
    ['has not begun', p => p.token({ nbf: now() + 61 })],
    ['lasts for ten years', p => p.token({ exp: now() + 10 * 365 * 86_400 })],
    ['was issued for more than a day', p => p.token({ iat: now() - 86_000, exp: now() + 600 })],
    ['has no end', p => p.token({ exp: undefined })],
    ['has no subject', p => p.token({ sub: undefined })],
    ['is for somebody else', p => p.token({ aud: 'https://other.example' })],
    ['has no audience', p => p.token({ aud: undefined })],
    ['is from an issuer that nobody registered', p => p.token({ iss: 'https://login.example' })],
    ['is from an issuer that differs slightly from the registered one', p => p.token({ iss: `${p.issuer}/` })],
    ['has no issuer', p => p.token({ iss: undefined })],
    ['is of type JWT, but only access tokens are accepted', p => p.token({}, { typ: 'JWT' })],
    ['has no type', p => p.token({}, { typ: undefined })],
    ['is an ID token', p => p.token({ nonce: 'n' })],
    [
      'is not signed',
      async p => new UnsecuredJWT({ iss: p.issuer, aud: AUDIENCE, sub: 'ann' }).setExpirationTime('5m').encode(),
    ],
    [
      'is signed with a key that is public',
      async p =>
        new SignJWT({ iss: p.issuer, aud: AUDIENCE, sub: 'ann', exp: now() + 300 })
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
          .sign(new Uint8Array(32)),
    ],
    [
      'was changed',
      async p => {
        const [header, payload = '', signature] = (await p.token()).split('.')
        const claims = JSON.parse(new TextDecoder().decode(base64url.decode(payload)))
        return [header, base64url.encode(JSON.stringify({ ...claims, groups: ['leads'] })), signature].join('.')
      },
    ],
    ['is not JSON inside', async () => 'aaaa.bbbb.cccc'],
  ])('is refused when it %s', async (_, make) => {
    const { provider, users } = await kit()
    await expect(users.authenticate(await make(provider))).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
    })
  })

  it('may be off by a minute', async () => {
    const { provider, users } = await kit()
    for (const claims of [{ exp: now() + 86_400 }, { exp: now() - 30 }, { nbf: now() + 30 }])
      expect((await users.authenticate(await provider.token(claims))).roles).toEqual(['analyst'])
  })

  it('is accepted only with an algorithm from the allow-list', async () => {
    const { provider, users } = await kit()
    await provider.rotate('ES384')
    await expect(users.authenticate(await provider.token())).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('may be of type JWT if its provider is registered so, but an ID token is still refused', async () => {
    const { provider, users } = await kit({ token_types: ['at+jwt', 'JWT'] })
    expect((await users.authenticate(await provider.token({}, { typ: 'JWT' }))).roles).toEqual(['analyst'])
    await expect(users.authenticate(await provider.token({ at_hash: 'x' }, { typ: 'JWT' }))).rejects.toMatchObject({
      status: 401,
    })
  })

  it('is accepted under a new key as soon as the provider has one, and keys are not fetched for every token', async () => {
    const { provider, users } = await kit()
    for (let i = 0; i < 5; i++) await users.authenticate(await provider.token())
    expect(provider.asked.keys).toBe(1)
    await provider.rotate('ES256')
    expect((await users.authenticate(await provider.token())).roles).toEqual(['analyst'])
    expect(provider.asked.keys).toBe(2)
  })

  it('with an unknown key causes only occasional fetches', async () => {
    const { provider, users } = await kit({}, TENANT, 60_000)
    await users.authenticate(await provider.token())
    for (let i = 0; i < 5; i++)
      await expect(users.authenticate(await provider.token({}, { kid: `none-${i}` }))).rejects.toMatchObject({
        status: 401,
      })
    expect(provider.asked.keys).toBe(1)
  })

  it('is 503, never 401, while the provider does not respond, and valid again when it does', async () => {
    const { provider, users } = await kit()
    const token = await provider.token()
    provider.down = true
    await expect(users.authenticate(token)).rejects.toMatchObject({ status: 503, code: 'unavailable', retryAfter: 5 })
    provider.down = false
    expect((await users.authenticate(token)).roles).toEqual(['analyst'])
    provider.down = true
    expect((await users.authenticate(token)).roles).toEqual(['analyst'])
  })

  it('is 503 when the address describes another issuer', async () => {
    const { provider, users } = await kit()
    provider.told = 'https://evil.example'
    await expect(users.authenticate(await provider.token())).rejects.toMatchObject({ status: 503 })
  })

  it('is refused while its issuer is paused, and in a suspended tenant', async () => {
    const { provider, users, registry, doc, tenantStates } = await kit()
    await registry.write(oidcIssuers, TENANT, { ...doc, state: 'paused' }, { expect: 1 })
    await expect(users.authenticate(await provider.token())).rejects.toMatchObject({ status: 401 })
    await registry.write(oidcIssuers, TENANT, doc, { expect: 2 })
    users.clear()
    const tenant = await registry.read(tenants, PLATFORM_TENANT, TENANT)
    await registry.write(tenants, PLATFORM_TENANT, { ...tenant!.doc, state: 'suspended' }, { expect: 1 })
    tenantStates.clear()
    await expect(users.authenticate(await provider.token())).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('is refused with a code of its own until its issuer is proven, and only its holder is told', async () => {
    const { provider, users, registry, doc, clock } = await kit()
    const pending = asPending(registrationOf(doc))
    await registry.write(oidcIssuers, TENANT, pending, { expect: 1 })
    await notePending(registry, TENANT, provider.issuer, doc.id)
    const refused = (token: string) => expect(users.authenticate(token)).rejects
    await refused(await provider.token()).toMatchObject({ code: 'issuer_not_proven', status: 401 })
    await refused(await provider.token({ aud: 'another' })).toMatchObject({ code: 'unauthenticated' })
    await refused(`${await provider.token()}x`).toMatchObject({ code: 'unauthenticated' })
    provider.down = true
    await refused(new UnsecuredJWT({ iss: provider.issuer, aud: AUDIENCE, sub: 'a' }).encode()).toMatchObject({
      code: 'unauthenticated',
    })
    provider.down = false
    await registry.write(oidcIssuers, TENANT, asProven(pending, 'approval', clock.now()), { expect: 2 })
    users.clear()
    expect((await users.authenticate(await provider.token())).tenantId).toBe(TENANT)
  })

  it('is never valid for a tenant that the issuer does not belong to', async () => {
    const { provider, users } = await kit({}, OTHER_TENANT)
    const user = await users.authenticate(await provider.token({ tenant_id: TENANT, tid: TENANT }))
    expect(user.tenantId).toBe(OTHER_TENANT)
  })
})
