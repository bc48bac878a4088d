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
  const approve = (issuer_id: unknown, tenant = TENANT, principal = PLATFORM) =>
    ask('approveOidcIssuer', { principal, params: { issuer_id: String(issuer_id) }, search: `tenant_id=${tenant}` })
  const list = async (principal = ADMIN, search = '') =>
    (await ask('listOidcIssuers', { principal, search })).body.items as { issuer_id: string; tenant_id: string }[]
  return { ...ports, ask, create, patch, approve, remove, list }
}

describe('A registration of an identity provider', () => {
  it('is for access tokens only unless it says more', async () => {
    const { body } = await kit().create()
    expect(body).toMatchObject({
      tenant_id: TENANT,
      state: 'active',
      ...{ control: 'pending', proven_by: null, proven_at: null },
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

  it('from before browser sign-in is read and changed as one without it, and counts as proven', async () => {
    const { registry, ask, patch, create, approve } = kit()
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
    expect(read.body).toMatchObject({ sign_in_name: null, client_id: null, control: 'proven', proven_by: null })
    expect((await patch('iss_old', SIGN_IN)).body).toMatchObject({ ...SIGN_IN, control: 'proven' })
    const { issuer_id } = (await create({ issuer: old.issuer }, THEIRS)).body
    await expect(approve(issuer_id, OTHER_TENANT)).rejects.toMatchObject({ code: 'issuer_taken' })
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

  it('is in nobody’s way while it is pending, and nobody is told of it', async () => {
    const { create, list } = kit()
    const mine = (await create(SIGN_IN)).body
    const theirs = (await create(SIGN_IN, THEIRS)).body
    expect([mine.control, theirs.control]).toEqual(['pending', 'pending'])
    expect((await list(THEIRS)).map(i => i.issuer_id)).toEqual([theirs.issuer_id])
    expect(await list(PLATFORM, 'sign_in_name=acme.example')).toEqual([])
  })

  it('belongs to the first tenant that proves it, and so does its name', async () => {
    const { create, approve } = kit()
    const mine = (await create(SIGN_IN)).body
    const theirs = (await create(SIGN_IN, THEIRS)).body
    const approved = await approve(theirs.issuer_id, OTHER_TENANT)
    expect(approved).toMatchObject({ status: 200, concerns: OTHER_TENANT })
    expect(approved.body).toMatchObject({ ...SIGN_IN, control: 'proven', proven_by: 'approval' })
    expect(Date.parse(String(approved.body.proven_at))).not.toBeNaN()
    await expect(approve(mine.issuer_id)).rejects.toMatchObject({ code: 'issuer_taken' })
    const other = (await create({ ...SIGN_IN, issuer: 'https://login.example/other', sign_in_name: 'else' })).body
    expect((await approve(other.issuer_id)).status).toBe(200)
    const named = (await create({ ...SIGN_IN, issuer: 'https://login.example/third', sign_in_name: 'else' }, THEIRS))
      .body
    await expect(approve(named.issuer_id, OTHER_TENANT)).rejects.toMatchObject({ code: 'name_taken' })
  })

  it('is approved only once, only for the tenant that has it, and only by a platform_admin', async () => {
    const { create, approve } = kit()
    const { issuer_id } = (await create()).body
    await expect(approve(issuer_id, OTHER_TENANT)).rejects.toMatchObject({ code: 'not_found' })
    await approve(issuer_id)
    await expect(approve(issuer_id)).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('is made only once by a tenant, and uses a name that its tenant has not used', async () => {
    const { create, patch } = kit()
    await create(SIGN_IN)
    const other = { issuer: 'https://login.example/other' }
    await expect(create()).rejects.toMatchObject({ code: 'issuer_taken' })
    await expect(create({ ...SIGN_IN, ...other })).rejects.toMatchObject({ code: 'name_taken' })
    const { issuer_id } = (await create(other)).body
    await expect(patch(issuer_id, SIGN_IN)).rejects.toMatchObject({ code: 'name_taken' })
  })

  it('that is proven cannot be changed to a name that another tenant has', async () => {
    const { create, approve, patch } = kit()
    await approve((await create(SIGN_IN, THEIRS)).body.issuer_id, OTHER_TENANT)
    const { issuer_id } = (await create({ issuer: 'https://login.example/other' })).body
    expect((await patch(issuer_id, SIGN_IN)).body.control).toBe('pending')
    await patch(issuer_id, { sign_in_name: null, client_id: null })
    await approve(issuer_id)
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
    const { create, approve, list, remove } = kit()
    const { issuer_id } = (await create(SIGN_IN)).body
    await approve(issuer_id)
    const theirs = (await create(SIGN_IN, THEIRS)).body
    const [found, waiting] = await list(PLATFORM, `issuer=${encodeURIComponent(BODY.issuer)}`)
    expect(found).toMatchObject({ issuer_id, tenant_id: TENANT, control: 'proven' })
    expect(waiting).toEqual(theirs)
    expect(await list(PLATFORM, 'sign_in_name=acme.example')).toEqual([found])
    expect(await list(PLATFORM, `tenant_id=${TENANT}`)).toEqual([found])
    await expect(remove(issuer_id, PLATFORM)).rejects.toMatchObject({ code: 'not_found' })
    const removed = await remove(issuer_id, PLATFORM, `tenant_id=${TENANT}`)
    expect([removed.status, removed.concerns]).toEqual([204, TENANT])
    expect((await approve(theirs.issuer_id, OTHER_TENANT)).body.control).toBe('proven')
  })
})
