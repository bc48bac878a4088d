import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { mdmDevices } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import type { MdmContext } from '../context.ts'
import { deviceView } from './device-view.ts'

/**
 * `GET /integrations/mdm/devices`, newest first. None of its filters is personal data, so auditors may use all of them.
 */
export const listDevices =
  ({ registry, clock }: MdmContext, cursors: Cursors): OperationHandler<'listMdmDevices'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { connection_id, platform, compliance_state, missing } = request.query
    const page = await listPage({ registry, cursors }, request, tenantId, mdmDevices, {
      where: {
        ...(connection_id === undefined ? {} : { connection_id }),
        ...(platform === undefined ? {} : { platform }),
        ...(compliance_state === undefined ? {} : { compliance_state }),
        ...(missing === undefined ? {} : { missing }),
      },
      order: { by: 'first_seen_at', direction: 'desc' },
      view: stored => deviceView(registry, tenantId, stored, clock.now()),
    })
    return { ...page, body: { ...page.body, items: await Promise.all(page.body.items) } }
  }

/** `GET /integrations/mdm/devices/{device_id}`. */
export const readDevice =
  ({ registry, clock }: MdmContext): OperationHandler<'readMdmDevice'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await registry.read(mdmDevices, tenantId, request.params.device_id ?? '')
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: await deviceView(registry, tenantId, stored, clock.now()), version: stored.version }
  }
