import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { archives } from '@wardline/registries'
import { listPage, type ServicePorts } from '@wardline/service-kit'
import { archiveView } from './archive-view.ts'
import { withinDays } from './days.ts'

/** `GET /archives`: a tenant's archived objects, oldest day first. */
export const listArchives =
  ({ registry }: ServicePorts, cursors: Cursors): OperationHandler<'listArchives'> =>
  async request =>
    listPage({ registry, cursors }, request, tenantPrincipal(request).tenantId, archives, {
      where: { state: 'archived', ...withinDays(request.query) },
      order: { by: 'day', direction: 'asc' },
      view: archiveView,
    })

/** `GET /archives/{archive_id}`. */
export const readArchive =
  ({ registry }: ServicePorts): OperationHandler<'readArchive'> =>
  async request => {
    const id = request.params.archive_id ?? ''
    const stored = await registry.read(archives, tenantPrincipal(request).tenantId, id)
    if (stored?.doc.state !== 'archived') throw new Problem('not_found')
    return { status: 200, body: archiveView(stored) }
  }
