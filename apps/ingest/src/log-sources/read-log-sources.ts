import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { logSources } from '@wardline/registries'
import { listPage, type ServicePorts } from '@wardline/service-kit'
import { logSourceView } from './log-source-view.ts'

/** `GET /log-sources`: oldest first, all or those of one state. */
export const listLogSources =
  ({ registry }: ServicePorts, cursors: Cursors): OperationHandler<'listLogSources'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { state } = request.query
    return listPage({ registry, cursors }, request, tenantId, logSources, {
      ...(state ? { where: { state } } : {}),
      order: { by: 'created_at', direction: 'asc' },
      view: logSourceView,
    })
  }

/** `GET /log-sources/{source_id}`. */
export const readLogSource =
  ({ registry }: ServicePorts): OperationHandler<'readLogSource'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await registry.read(logSources, tenantId, request.params.source_id ?? '')
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: logSourceView(stored), version: stored.version }
  }
