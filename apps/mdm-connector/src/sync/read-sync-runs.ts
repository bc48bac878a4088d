import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { mdmConnections, mdmSyncRuns } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import type { MdmContext } from '../context.ts'
import { runView } from './run-view.ts'

/** `GET /integrations/mdm/connections/{connection_id}/sync-runs`, newest first. */
export const listSyncRuns =
  ({ registry }: MdmContext, cursors: Cursors): OperationHandler<'listMdmSyncRuns'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const connection_id = request.params.connection_id ?? ''
    if (!(await registry.read(mdmConnections, tenantId, connection_id))) throw new Problem('not_found')
    const { state } = request.query
    return listPage({ registry, cursors }, request, tenantId, mdmSyncRuns, {
      where: { connection_id, ...(state ? { state } : {}) },
      order: { by: 'requested_at', direction: 'desc' },
      view: ({ doc }) => runView(tenantId, doc),
    })
  }

/** `GET /integrations/mdm/connections/{connection_id}/sync-runs/{run_id}`. */
export const readSyncRun =
  ({ registry }: MdmContext): OperationHandler<'readMdmSyncRun'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await registry.read(mdmSyncRuns, tenantId, request.params.run_id ?? '')
    if (!stored || stored.doc.connection_id !== request.params.connection_id) throw new Problem('not_found')
    return { status: 200, body: runView(tenantId, stored.doc), version: stored.version }
  }
