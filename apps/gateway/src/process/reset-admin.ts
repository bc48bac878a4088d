import type { DataDir } from '@wardline/host'
import { type Clock, type Keyring, newId, PLATFORM_TENANT, type Role, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import type { RedactorOf } from '@wardline/redaction'
import { type ServiceAccountDoc, serviceAccounts, tenants } from '@wardline/registries'
import { createAuditChain } from '../audit-trail/audit-chain.ts'
import { newServiceToken } from '../authentication/service-token.ts'

/**
 * Creates a new admin account for a tenant or the platform, writes its token to `<dir>/admin-token` or
 * `<dir>/platform-token`, and records that. For an operator with access to the machine who has lost every token.
 * @returns undefined if there is no such tenant
 */
export async function resetAdmin(
  ports: {
    readonly registry: Registry
    readonly clock: Clock
    readonly keyring: Keyring
    readonly redactorFor: RedactorOf
  },
  dir: DataDir,
  whose: TenantId | 'platform',
): Promise<{ readonly service_account_id: string; readonly tenant_id: TenantId; readonly file: string } | undefined> {
  const { registry, clock } = ports
  const tenant = whose === 'platform' ? PLATFORM_TENANT : whose
  if (!(await registry.read(tenants, PLATFORM_TENANT, tenant))) return undefined
  const roles: readonly Role[] = whose === 'platform' ? ['platform_admin'] : ['admin', 'operator']
  const file = whose === 'platform' ? 'platform-token' : 'admin-token'
  const { token, hash } = newServiceToken()
  const id = newId('sva')
  const doc: ServiceAccountDoc = {
    id,
    account_id: id,
    name: 'reset admin',
    roles,
    token_hash: hash,
    created_at: rfc3339(clock.now()),
    created_by: 'reset-admin',
    expires_at: null,
  }
  await registry.write(serviceAccounts, tenant, doc, { expect: 'absent' })
  await createAuditChain(ports).append(tenant, [
    {
      ...{ id: newId('aud'), tenantId: tenant, actor: { type: 'service_account', id: 'reset-admin' } },
      ...{ operation: 'resetAdmin', resource: { type: 'service_account', id }, outcome: 'succeeded', status: 201 },
      code: null,
      request_id: newId('req'),
      redaction_policy_id: null,
      client_address: '127.0.0.1',
    },
  ])
  dir.write(file, `${token}\n`)
  return { service_account_id: id, tenant_id: tenant, file }
}
