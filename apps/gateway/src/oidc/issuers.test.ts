import { describe, expect, it } from '@jest/globals'
import { PLATFORM_TENANT } from '@wardline/kernel'
import { type OidcIssuerDoc, oidcIssuers } from '@wardline/registries'
import { as, memoryPorts, OTHER_TENANT, operationCaller, TENANT } from '@wardline/service-kit/testing'
import { gatewayService } from '../testing/gateway-service.ts'

const ADMIN = as('admin')
const THEIRS = as('admin', OTHER_TENANT)
const PLATFORM = as('platform_admin', PLATFORM_TENANT)
const BODY = {
  issuer: 'https://login.example/acme',
  audience: 'https://wardline.example/api',
  group_roles: [{ group: 'soc', roles: ['analyst'] }],
}
const SIGN_IN = { sign_in_name: 'acme.example', client_id: 'wardline' }
const SECRET = { provider: 'file', name: 'acme', purpose: 'oidc' }

function kit(outside: Parameters<typeof gatewayService>[1] = {}) {
  const { ports } = memoryPorts('gateway')
  const ask = operationCaller(() => gatewayService(ports, outside))
  const create = (more: object = {}, principal = ADMIN) =>
    ask('createOidcIssuer', { principal, body: { ...BODY, ...more } })
  const patch = (issuer_id: unknown, body: object) =>
    ask('updateOidcIssuer', { principal: ADMIN, params: { issuer_id: String(issuer_id) }, body, ifMatch: '*' })
  const remove = (issuer_id: unknown, principal = ADMIN, search = '') =>
    ask('deleteOidcIssuer', { principal, params: { issuer_id: String(issuer_id) }, search })
  const list = async (principal = ADMIN, search = '') =>
    (await ask('listOidcIssuers', { principal, search })).body.items as { issuer_id: string; tenant_id: string }[]
  return { ...ports, ask, create, patch, remove, list }
}

describe('A registration of an identity provider', () => {
  it('is for access tokens only unless it says more', async () => {
    const { body } = await kit().create()
    expect(body).toMatchObject({
      tenant_id: TENANT,
      state: 'active',
      groups_claim: 'groups',
      token_types: ['at+jwt'],
      sign_in_name: null,
      client_id: null,
      client_secret_ref: null,
      scopes: ['openid', 'profile'],
    })
  })

  it('says what to register with the provider, as soon as the gateway knows where browsers reach it', async () => {
    expect((await kit().create(SIGN_IN)).body.redirect_uri).toBe('https://wardline.test/api/v1/session/callback')
    expect((await kit({ publicUrl: undefined }).create(SIGN_IN)).body.redirect_uri).toBeNull()
  })

  it('from before browser sign-in is read and changed as one without it', async () => {
    const { registry, ask, patch } = kit()
    const old: OidcIssuerDoc = {
      id: 'iss_old',
      issuer: 'https://login.example/old',
      audience: 'a',
      algorithms: ['RS256'],
      ...{ token_types: ['at+jwt'], groups_claim: 'groups', group_roles: [{ group: 'g', roles: ['analyst'] }] },
      state: 'active',
      created_at: '',
      updated_at: '',
    }
    await registry.write(oidcIssuers, TENANT, old, { expect: 'absent' })
    const read = await ask('readOidcIssuer', { principal: ADMIN, params: { issuer_id: 'iss_old' } })
    expect(read.body).toMatchObject({ sign_in_name: null, client_id: null })
    expect((await patch('iss_old', SIGN_IN)).body).toMatchObject(SIGN_IN)
  })

  it.each([
    ['a name without a client', { sign_in_name: 'acme' }, '/client_id'],
    ['a client without a name', { client_id: 'wardline' }, '/sign_in_name'],
    ['a secret without a client', { client_secret_ref: SECRET }, '/client_id'],
    ['scopes that are not OpenID Connect', { ...SIGN_IN, scopes: ['profile'] }, '/scopes'],
  ])('is refused with %s', async (_, more, pointer) => {
    await expect(kit().create(more)).rejects.toMatchObject({ code: 'validation_failed', errors: [{ pointer }] })
  })

  it.each(['Acme', '-acme', 'acme-', 'a b', 'acme/x', '', 'ä', 'a'.repeat(65)])(
    'is refused with the name %j',
    async name => {
      await expect(kit().create({ ...SIGN_IN, sign_in_name: name })).rejects.toMatchObject({
        code: 'validation_failed',
      })
    },
  )

  it('belongs to one tenant, and so does its name', async () => {
    const { create } = kit()
    await create(SIGN_IN)
    await expect(create({}, THEIRS)).rejects.toMatchObject({ code: 'issuer_taken' })
    const other = { issuer: 'https://login.example/other' }
    await expect(create({ ...SIGN_IN, ...other }, THEIRS)).rejects.toMatchObject({ code: 'name_taken' })
  })

  it('cannot be changed to a name that is already taken', async () => {
    const { create, patch } = kit()
    await create({ ...SIGN_IN, issuer: 'https://login.example/other' }, THEIRS)
    const { issuer_id } = (await create()).body
    await expect(patch(issuer_id, SIGN_IN)).rejects.toMatchObject({ code: 'name_taken' })
  })

  it('never sends a secret for another client than the one it was given for', async () => {
    const { create, patch } = kit()
    const { issuer_id } = (await create({ ...SIGN_IN, client_secret_ref: SECRET })).body
    await expect(patch(issuer_id, { client_id: 'other' })).rejects.toMatchObject({ code: 'secret_ref_required' })
    expect((await patch(issuer_id, { client_id: 'other', client_secret_ref: SECRET })).status).toBe(200)
    expect((await patch(issuer_id, { client_id: 'third', client_secret_ref: null })).status).toBe(200)
  })

  it('is for its own tenant to see and to remove', async () => {
    const { create, list, remove } = kit()
    const { issuer_id } = (await create(SIGN_IN)).body
    expect(await list(THEIRS)).toEqual([])
    for (const search of [`issuer=${encodeURIComponent(BODY.issuer)}`, 'sign_in_name=acme.example']) {
      expect(await list(THEIRS, search)).toEqual([])
      expect((await list(ADMIN, search)).map(i => i.issuer_id)).toEqual([issuer_id])
    }
    await expect(remove(issuer_id, THEIRS)).rejects.toMatchObject({ code: 'not_found' })
    await expect(remove(issuer_id, THEIRS, `tenant_id=${TENANT}`)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(list(THEIRS, `tenant_id=${TENANT}`)).rejects.toMatchObject({ code: 'forbidden' })
    const removed = await remove(issuer_id)
    expect([removed.status, removed.concerns]).toEqual([204, undefined])
    expect(await list()).toEqual([])
  })

  it('that blocks its rightful owner is found and removed by a platform_admin, and its tenant’s trail records that', async () => {
    const { create, list, remove } = kit()
    const { issuer_id } = (await create(SIGN_IN)).body
    const [found] = await list(PLATFORM, `issuer=${encodeURIComponent(BODY.issuer)}`)
    expect(found).toMatchObject({ issuer_id, tenant_id: TENANT })
    expect(await list(PLATFORM, 'sign_in_name=acme.example')).toEqual([found])
    expect(await list(PLATFORM, `tenant_id=${TENANT}`)).toEqual([found])
    await expect(remove(issuer_id, PLATFORM)).rejects.toMatchObject({ code: 'not_found' })
    const removed = await remove(issuer_id, PLATFORM, `tenant_id=${TENANT}`)
    expect([removed.status, removed.concerns]).toEqual([204, TENANT])
    await create(SIGN_IN, THEIRS)
  })
})
