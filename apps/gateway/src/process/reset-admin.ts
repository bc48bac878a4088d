import type { DataDir } from '@wardline/host'
import { newId, PLATFORM_TENANT, type Role, rfc3339, type TenantId } from '@wardline/kernel'
import { type ServiceAccountDoc, serviceAccounts, tenants } from '@wardline/registries'
import { newServiceToken } from '../authentication/service-token.ts'
import { type AuditPorts, recordAtTheMachine } from './record-at-the-machine.ts'

/**
 * Creates a new admin account for a tenant or the platform, writes its token to `<dir>/admin-token` or
 * `<dir>/platform-token`, and records that. For an operator with access to the machine who has lost every token.
 * @returns undefined if there is no such tenant
 */
export async function resetAdmin(
  ports: AuditPorts,
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
  const resource = { type: 'service_account', id }
  await recordAtTheMachine(ports, tenant, 'reset-admin', { operation: 'resetAdmin', resource, status: 201 })
  dir.write(file, `${token}\n`)
  return { service_account_id: id, tenant_id: tenant, file }
}
