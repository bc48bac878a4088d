import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339 } from '@wardline/kernel'
import { type RejectionDoc, rejections } from '@wardline/registries'
import { type ServicePorts, update } from '@wardline/service-kit'
import { rejectionView } from './rejection-view.ts'

/** `POST /logs/rejections/{rejection_id}/discard`. */
export const discardRejection =
  ({ registry, clock }: ServicePorts): OperationHandler<'discardRejection'> =>
  async request => {
    const { reason } = request.body
    const id = request.params.rejection_id ?? ''
    const { stored } = await update(registry, rejections.normalizer, tenantPrincipal(request).tenantId, id, current => {
      if (!current) throw new Problem('not_found')
      if (current.doc.state !== 'open') throw new Problem('state_conflict')
      return { doc: discarded(current.doc, reason, rfc3339(clock.now())) }
    })
    return { status: 200, body: rejectionView(stored), version: stored.version }
  }

const discarded = (doc: RejectionDoc, reason: string, now: string): RejectionDoc => ({
  ...doc,
  state: 'discarded',
  resolved_at: now,
  resolution_reason: reason,
  sealed_envelope: null,
})
