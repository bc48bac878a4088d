import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { rejections } from '@wardline/registries'
import { listPage, type ServicePorts } from '@wardline/service-kit'
import { rejectionView } from './rejection-view.ts'

/** `GET /logs/rejections`: newest first. */
export const listRejections =
  ({ registry }: ServicePorts, cursors: Cursors): OperationHandler<'listRejections'> =>
  async request => {
    const { state, code, log_source_id } = request.query
    return listPage({ registry, cursors }, request, tenantPrincipal(request).tenantId, rejections.normalizer, {
      where: { ...(state && { state }), ...(code && { code }), ...(log_source_id && { log_source_id }) },
      order: { by: 'rejected_at', direction: 'desc' },
      view: rejectionView,
    })
  }

/** `GET /logs/rejections/{rejection_id}`. */
export const readRejection =
  ({ registry }: ServicePorts): OperationHandler<'readRejection'> =>
  async request => {
    const id = request.params.rejection_id ?? ''
    const stored = await registry.read(rejections.normalizer, tenantPrincipal(request).tenantId, id)
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: rejectionView(stored), version: stored.version }
  }
