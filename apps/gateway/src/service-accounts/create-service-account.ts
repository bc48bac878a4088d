import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { newId, PLATFORM_TENANT, Problem, rfc3339, type TenantId, tenantId } from '@wardline/kernel'
import { type ServiceAccountDoc, serviceAccounts, tenants } from '@wardline/registries'
import { beyondQuota, DEFAULT_QUOTAS, type ServicePorts } from '@wardline/service-kit'
import { newServiceToken } from '../authentication/service-token.ts'
import type { GatewayPorts } from '../gateway-ports.ts'
import { accountView } from './account-view.ts'
import { mayGrant } from './may-grant.ts'

/**
 * `POST /service-accounts`: the only response that ever contains the token. @throws Problem 409 `account_quota_reached`
 */
export const createServiceAccount =
  ({ registry, clock, metrics, quotas = DEFAULT_QUOTAS }: GatewayPorts): OperationHandler<'createServiceAccount'> =>
  async request => {
    const principal = tenantPrincipal(request)
    const body = request.body
    const roles = [...new Set(body.roles)]
    const grant = mayGrant(principal, roles, body.tenant_id === undefined ? undefined : tenantId(body.tenant_id))
    const { serviceAccounts: quota } = quotas
    if ((await registry.count(serviceAccounts, grant.tenantId, {}, quota)) >= quota)
      throw beyondQuota(metrics, 'account_quota_reached')
    const now = clock.now()
    if (grant.first) await claimFirstAccount(registry, grant.tenantId, rfc3339(now))
    const { token, hash } = newServiceToken()
    const id = newId('sva')
    const doc: ServiceAccountDoc = {
      id,
      account_id: id,
      name: body.name,
      roles,
      token_hash: hash,
      created_at: rfc3339(now),
      created_by: principal.id,
      expires_at: body.expires_in_seconds === undefined ? null : rfc3339(now + body.expires_in_seconds * 1000),
    }
    const written = await registry.write(serviceAccounts, grant.tenantId, doc, { expect: 'absent' })
    if (!written.ok) throw new Error('a fresh account id was taken')
    return { status: 201, body: { ...accountView(grant.tenantId, doc, null), token }, version: written.version }
  }

/** Exactly one platform_admin call per tenant gets past this: the tenant's own document decides. */
async function claimFirstAccount(registry: ServicePorts['registry'], tenant: TenantId, at: string): Promise<void> {
  const stored = await registry.read(tenants, PLATFORM_TENANT, tenant)
  if (!stored || tenant === PLATFORM_TENANT) throw new Problem('not_found')
  if (stored.doc.first_account_at !== null) throw new Problem('tenant_has_account')
  const claimed = await registry.write(
    tenants,
    PLATFORM_TENANT,
    { ...stored.doc, first_account_at: at },
    { expect: stored.version },
  )
  if (!claimed.ok) throw new Problem('tenant_has_account')
}
