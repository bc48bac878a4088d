import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { mdmConnections, mdmSyncStates } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import type { MdmContext } from '../context.ts'
import { connectionView } from './connection-view.ts'

/** `GET /integrations/mdm/connections`, oldest first, all or those of one state. */
export const listConnections =
  ({ registry }: MdmContext, cursors: Cursors): OperationHandler<'listMdmConnections'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { state } = request.query
    const page = await listPage({ registry, cursors }, request, tenantId, mdmConnections, {
      ...(state ? { where: { state } } : {}),
      order: { by: 'created_at', direction: 'asc' },
      view: async stored =>
        connectionView(tenantId, stored, (await registry.read(mdmSyncStates, tenantId, stored.doc.id))?.doc),
    })
    return { ...page, body: { ...page.body, items: await Promise.all(page.body.items) } }
  }

/** `GET /integrations/mdm/connections/{connection_id}`. */
export const readConnection =
  ({ registry }: MdmContext): OperationHandler<'readMdmConnection'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const id = request.params.connection_id ?? ''
    const stored = await registry.read(mdmConnections, tenantId, id)
    if (!stored) throw new Problem('not_found')
    const sync = await registry.read(mdmSyncStates, tenantId, id)
    return { status: 200, body: connectionView(tenantId, stored, sync?.doc), version: stored.version }
  }
