import { createApiClient } from '../../tools/client/api.ts'
import type { Target } from '../../tools/instance/start.ts'

export { eventually } from '../support/until.ts'

const text = process.env.WARDLINE_TARGET
if (!text) throw new Error('WARDLINE_TARGET is not set: run these tests by `npm test`')

/**
 * The instance under test. The acceptance suite knows its addresses and bootstrap tokens, and nothing about its
 * internals.
 */
export const target = JSON.parse(text) as Target & {
  /** Where a simulated provider may listen that the instance may ask; undefined for an instance that somebody else started. */
  readonly simulatorPort?: number
  /** The same for an identity provider. */
  readonly identityPort?: number
}

export const admin = createApiClient(target.apiUrl, { token: target.adminToken })
export const platform = createApiClient(target.apiUrl, { token: target.platformToken })
export const anonymous = createApiClient(target.apiUrl)

/** A client with a fresh service account of these roles in the default tenant. */
export async function accountWith(...roles: string[]): Promise<ReturnType<typeof createApiClient>> {
  const made = await admin.post('/service-accounts', { name: `test ${roles.join(' ')}`, roles })
  if (made.status !== 201) throw new Error(`no account: ${made.status} ${made.text}`)
  return createApiClient(target.apiUrl, { token: made.body.token })
}

/** A fresh tenant and a client with its first account (admin and operator). */
export async function freshTenant(
  name = 'another tenant',
): Promise<{ tenantId: string; admin: ReturnType<typeof createApiClient>; token: string }> {
  const tenant = await platform.post('/tenants', { name })
  const account = await platform.post('/service-accounts', {
    name: 'first',
    roles: ['admin', 'operator'],
    tenant_id: tenant.body.tenant_id,
  })
  return {
    tenantId: tenant.body.tenant_id,
    admin: createApiClient(target.apiUrl, { token: account.body.token }),
    token: account.body.token,
  }
}
