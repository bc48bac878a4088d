import type { Cursors, OperationHandler } from '@wardline/http'
import { PLATFORM_TENANT } from '@wardline/kernel'
import { restores } from '@wardline/registries'
import { listPage, type ServicePorts } from '@wardline/service-kit'
import { restoreView } from './restore-view.ts'

/** `GET /restores`, newest first: what was restored, and whether agents are waiting for a confirmation. */
export const listRestores =
  (ports: ServicePorts, cursors: Cursors): OperationHandler<'listRestores'> =>
  async request =>
    listPage({ ...ports, cursors }, request, PLATFORM_TENANT, restores, {
      order: { by: 'settled_at', direction: 'desc' },
      view: restoreView,
    })
