import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { PLATFORM_TENANT } from '@wardline/kernel'
import { tenants } from '@wardline/registries'
import { DEFAULT_QUOTAS } from '@wardline/service-kit'
import { as, memoryPorts, OTHER_TENANT, operationCaller, TENANT } from '@wardline/service-kit/testing'
import { createAccountUses } from '../authentication/account-uses.ts'
import { createAccountAuthenticator } from '../authentication/authenticate-account.ts'
import { createTenantStates } from '../authentication/tenant-states.ts'
import { newTenant } from '../tenants/create-tenant.ts'
import { gatewayService } from '../testing/gateway-service.ts'

async function kit() {
  const { ports, clock } = memoryPorts('gateway')
  const { registry } = ports
  await registry.write(tenants, PLATFORM_TENANT, newTenant(TENANT, 'a', 0), { expect: 'absent' })
  const service = gatewayService(ports)
  const ask = operationCaller(() => service)
  const authenticator = createAccountAuthenticator(
    registry,
    clock,
    createTenantStates(registry),
    createAccountUses(registry, clock),
  )
  const principal = as('admin')
  const made = (await ask('createServiceAccount', { principal, body: { name: 'ci', roles: ['collector'] } })).body
  const params = { service_account_id: String(made.service_account_id) }
  const rotate = async (body?: unknown) => (await ask('rotateServiceAccount', { principal, params, body })).body
  /** Whether a token is accepted, and for which principal. */
  const shown = async (token: unknown) => {
    authenticator.clear()
    return (await authenticator.authenticate(String(token)).catch(error => error.code)) as { id?: string } | string
  }
  return { ask, clock, made, params, principal, rotate, shown }
}

describe('Rotating a token', () => {
  it('gives a new one, and accepts the old one for another hour', async () => {
    const { made, rotate, shown, clock } = await kit()
    const rotated = await rotate()
    expect(rotated.token).not.toBe(made.token)
    for (const token of [made.token, rotated.token])
      expect(await shown(token)).toMatchObject({ id: made.service_account_id, roles: ['collector'] })
    clock.advance(3_600_000)
    expect(await shown(made.token)).toBe('unauthenticated')
    expect(await shown(rotated.token)).toMatchObject({ id: made.service_account_id })
  })

  it('uses the requested overlap, even none', async () => {
    const { made, rotate, shown, clock } = await kit()
    const second = await rotate({ overlap_seconds: 86_400 })
    clock.advance(86_399_000)
    expect(await shown(made.token)).toMatchObject({ id: made.service_account_id })
    const third = await rotate({ overlap_seconds: 0 })
    for (const gone of [made.token, second.token]) expect(await shown(gone)).toBe('unauthenticated')
    expect(await shown(third.token)).toMatchObject({ id: made.service_account_id })
  })

  it('ends all but the newest two', async () => {
    const { made, rotate, shown } = await kit()
    const second = await rotate()
    await rotate()
    expect(await shown(made.token)).toBe('unauthenticated')
    expect(await shown(second.token)).toMatchObject({ id: made.service_account_id })
  })

  it.each([{ overlap_seconds: -1 }, { overlap_seconds: 604_801 }, { overlap_seconds: '1' }, { other: 1 }])(
    'refuses %j',
    async body => {
      const { rotate } = await kit()
      await expect(rotate(body)).rejects.toMatchObject({ code: 'validation_failed' })
    },
  )

  it("is not for another tenant's admin", async () => {
    const { ask, params } = await kit()
    const call = ask('rotateServiceAccount', { principal: as('admin', OTHER_TENANT), params })
    await expect(call).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('A service account', () => {
  it('shows when it was last used, to the minute, and never a token or its hash', async () => {
    const { ask, made, params, principal, shown, clock } = await kit()
    const read = async () => (await ask('readServiceAccount', { principal, params })).body
    expect((await read()).last_used_at).toBeNull()
    await shown(made.token)
    await turn()
    const used = (await read()).last_used_at
    expect(used).toBe(new Date(clock.now()).toISOString())
    clock.advance(30_000)
    await shown(made.token)
    await turn()
    expect((await read()).last_used_at).toBe(used)
    clock.advance(31_000)
    await shown(made.token)
    await turn()
    expect((await read()).last_used_at).toBe(new Date(clock.now()).toISOString())
    const listed = JSON.stringify((await ask('listServiceAccounts', { principal })).body)
    expect(listed).toContain(params.service_account_id)
    expect(listed).not.toMatch(/wls_|hash/)
  })

  it('is refused when its tenant has as many as its quota allows', async () => {
    const { ports } = memoryPorts('gateway')
    const service = gatewayService(ports, { quotas: { ...DEFAULT_QUOTAS, serviceAccounts: 1 } })
    const ask = operationCaller(() => service)
    const make = () =>
      ask('createServiceAccount', { principal: as('admin'), body: { name: 'collector', roles: ['collector'] } })
    expect((await make()).status).toBe(201)
    await expect(make()).rejects.toMatchObject({ status: 409, code: 'account_quota_reached' })
  })
})
