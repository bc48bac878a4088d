import type { OperationHandler } from '@wardline/http'
import { PLATFORM_TENANT, Problem, tenantId } from '@wardline/kernel'
import {
  agents,
  alerts,
  assets,
  auditRecords,
  type Collection,
  type Document,
  evidence,
  logSources,
  mdmConnections,
  oidcIssuers,
  serviceAccounts,
  tenants,
  tickets,
} from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { ownRegistrations } from '../oidc/own-registrations.ts'
import { forgetPending } from '../oidc/pending-issuers.ts'

/** Collections whose records must be kept. While any of them has a record of the tenant, it cannot be deleted. */
const KEPT: readonly Collection<Document>[] = [
  agents,
  assets,
  logSources,
  alerts,
  tickets,
  evidence,
  mdmConnections,
  auditRecords,
] as unknown as readonly Collection<Document>[]
const ACCOUNTS_PAGE = 200

/**
 * `DELETE /tenants/{tenant_id}`: for a tenant that was suspended first and has no data that must be kept. Its accounts and
 * issuers are deleted with it.
 * @throws Problem `not_found`, `state_conflict` while it is active, `tenant_has_data`.
 */
export const deleteTenant =
  ({ registry }: ServicePorts): OperationHandler<'deleteTenant'> =>
  async request => {
    const stored = await registry.read(tenants, PLATFORM_TENANT, request.params.tenant_id ?? '')
    if (!stored || stored.doc.id === PLATFORM_TENANT) throw new Problem('not_found')
    if (stored.doc.state !== 'suspended') throw new Problem('state_conflict', { detail: 'Suspend the tenant first' })
    const tenant = tenantId(stored.doc.id)
    for (const collection of KEPT)
      if ((await registry.count(collection, tenant, {}, 1)) > 0) throw new Problem('tenant_has_data')
    // Accounts first: the deletion of a tenant without accounts can be repeated, but accounts without a tenant would be
    // orphans.
    const accounts = await registry.list(serviceAccounts, tenant, { limit: ACCOUNTS_PAGE })
    for (const { doc, version } of accounts) await registry.remove(serviceAccounts, tenant, doc.id, version)
    if (accounts.length === ACCOUNTS_PAGE) throw new Problem('unavailable', { detail: 'There is more to remove' })
    // This frees the issuers for their rightful owners.
    for (const { doc, version } of await ownRegistrations(registry, tenant)) {
      await registry.remove(oidcIssuers, tenant, doc.id, version)
      await forgetPending(registry, doc)
    }
    if (!(await registry.remove(tenants, PLATFORM_TENANT, tenant, stored.version))) throw new Problem('state_conflict')
    return { status: 204 }
  }
