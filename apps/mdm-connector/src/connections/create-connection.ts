import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { newId, Problem, rfc3339 } from '@wardline/kernel'
import { type MdmConnectionDoc, mdmConnections, mdmSyncStates } from '@wardline/registries'
import type { MdmContext } from '../context.ts'
import { freshSyncState } from '../sync/lease.ts'
import { requireUsable } from './connection-settings.ts'
import { connectionView } from './connection-view.ts'

/** The most connections of one tenant. */
export const MAX_CONNECTIONS = 100
export const DEFAULT_INTERVAL_SECONDS = 3_600

/**
 * `POST /integrations/mdm/connections`. The first scheduled sync is one interval later; one on request can start at
 * once.
 */
export const createConnection =
  ({ registry, clock, config }: MdmContext): OperationHandler<'createMdmConnection'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const body = request.body
    const now = clock.now()
    const doc: MdmConnectionDoc = {
      id: newId('mdc'),
      name: body.name,
      provider: body.provider,
      base_url: body.base_url ?? null,
      authority_url: body.authority_url ?? null,
      provider_tenant_id: body.provider_tenant_id ?? null,
      client_id: body.client_id ?? null,
      secret_ref: body.secret_ref,
      sync_interval_seconds: body.sync_interval_seconds ?? DEFAULT_INTERVAL_SECONDS,
      state: 'active',
      error_code: null,
      revision: 1,
      created_at: rfc3339(now),
      updated_at: rfc3339(now),
    }
    requireUsable(doc, config.egress)
    if ((await registry.count(mdmConnections, tenantId, {}, MAX_CONNECTIONS)) >= MAX_CONNECTIONS)
      throw new Problem('limit_reached')
    // The schedule first: a connection without a schedule would never be synced, but a schedule without a connection is
    // swept.
    const sync = freshSyncState(doc.id, now + doc.sync_interval_seconds * 1000)
    await registry.write(mdmSyncStates, tenantId, sync, { expect: 'absent' })
    const written = await registry.write(mdmConnections, tenantId, doc, { expect: 'absent' })
    if (!written.ok) throw new Error('a fresh connection id was taken')
    return {
      status: 201,
      body: connectionView(tenantId, { doc, version: written.version }, sync),
      version: written.version,
      headers: { Location: `/api/v1/integrations/mdm/connections/${doc.id}` },
    }
  }
