import { describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import { auditRecords, oidcIssuers, serviceAccounts } from '@wardline/registries'
import { as, memoryPorts, operationCaller } from '@wardline/service-kit/testing'
import { gatewayService } from '../testing/gateway-service.ts'

async function kit() {
  const { ports, memory } = memoryPorts('gateway')
  const service = gatewayService(ports)
  const ask = operationCaller(() => service)
  const principal = as('platform_admin')
  const { tenant_id } = (await ask('createTenant', { principal, body: { name: 'Acme' } })).body
  const params = { tenant_id: String(tenant_id) }
  const account = { name: 'first', roles: ['admin', 'operator'], tenant_id }
  await ask('createServiceAccount', { principal, body: account })
  const remove = () => ask('deleteTenant', { principal, params })
  const suspend = () => ask('updateTenant', { principal, params, body: { state: 'suspended' }, ifMatch: '*' })
  return { memory, ask, principal, params, remove, suspend, tenant: tenantId(params.tenant_id) }
}

describe('Deleting a tenant', () => {
  it('is refused while it is active', async () => {
    const { remove } = await kit()
    await expect(remove()).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('is refused while some of its data must be kept', async () => {
    const { memory, tenant, suspend, remove } = await kit()
    const record = {
      ...{
        id: 'aud_1',
        at: '2026-11-21T00:00:00.000Z',
        actor: { type: 'user', id: 'usr_a' },
        operation: 'createTicket',
      },
      ...{ resource: { type: 'ticket', id: 'tkt_1' }, outcome: 'succeeded', status: 201, code: null },
      request_id: 'req_1',
      redaction_policy_id: null,
    } as unknown as Parameters<typeof memory.write<import('@wardline/registries').AuditRecordDoc>>[2]
    await memory.write(auditRecords, tenant, record, { expect: 'absent' })
    await suspend()
    await expect(remove()).rejects.toMatchObject({ status: 409, code: 'tenant_has_data' })
  })

  it('deletes its accounts and issuers too', async () => {
    const { memory, ask, principal, params, tenant, suspend, remove } = await kit()
    const issuer = {
      issuer: 'https://login.example',
      audience: 'wardline',
      group_roles: [{ group: 'g', roles: ['analyst'] }],
    }
    await ask('createOidcIssuer', { principal: as('admin', tenant), body: issuer })
    await suspend()
    expect((await remove()).status).toBe(204)
    expect(await memory.list(serviceAccounts, tenant, { limit: 10 })).toEqual([])
    expect(await memory.list(oidcIssuers, tenant, { limit: 10 })).toEqual([])
    await expect(ask('readTenant', { principal, params })).rejects.toMatchObject({ code: 'not_found' })
    await expect(remove()).rejects.toMatchObject({ code: 'not_found' })
  })
})
