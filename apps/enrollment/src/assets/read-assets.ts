import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { assets } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import type { EnrollmentContext } from '../context.ts'
import { assetView } from './asset-view.ts'
import { snapshotsOf } from './mdm-posture.ts'

/** `GET /assets`, newest first. */
export const listAssets =
  ({ config, ...ports }: EnrollmentContext, cursors: Cursors): OperationHandler<'listAssets'> =>
  async request => {
    const principal = tenantPrincipal(request)
    const query = request.query
    const now = ports.clock.now()
    const page = await listPage({ ...ports, cursors }, request, principal.tenantId, assets, {
      where: {
        ...(query.os_family ? { os_family: query.os_family } : {}),
        ...(query.agent_id ? { agent_id: query.agent_id } : {}),
        ...(query.hostname ? { hostname_key: query.hostname.toLowerCase() } : {}),
      },
      order: { by: 'first_seen_at', direction: 'desc' },
      view: async ({ doc }) => {
        const snapshots = await snapshotsOf(ports.registry, principal.tenantId, doc)
        return assetView(principal.tenantId, doc, now, config.heartbeatIntervalSeconds, snapshots)
      },
    })
    return { ...page, body: { ...page.body, items: await Promise.all(page.body.items) } }
  }

/** `GET /assets/{asset_id}`. */
export const readAsset =
  ({ registry, clock, config }: EnrollmentContext): OperationHandler<'readAsset'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await registry.read(assets, tenantId, request.params.asset_id ?? '')
    if (!stored) throw new Problem('not_found')
    const snapshots = await snapshotsOf(registry, tenantId, stored.doc)
    const body = assetView(tenantId, stored.doc, clock.now(), config.heartbeatIntervalSeconds, snapshots)
    return { status: 200, body, version: stored.version }
  }
