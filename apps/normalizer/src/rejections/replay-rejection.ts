import type { AnyEnvelope } from '@wardline/events'
import type { ServicePorts } from '@wardline/host'
import { type OperationHandler, type OperationRequest, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339, unseal } from '@wardline/kernel'
import { type Outcome, update } from '@wardline/ports'
import { type RejectionDoc, rejections } from '@wardline/registries'
import type { Pipeline } from '../pipeline/process-received.ts'
import { rejectionView } from './rejection-view.ts'

/**
 * `POST /logs/rejections/{rejection_id}/replay`: the same envelope the same way, so nothing that it has caused before is caused twice. It
 * is not counted again: the ledger has it as rejected.
 */
export const replayRejection =
  ({ registry, clock, keyring }: ServicePorts, pipeline: Pipeline): OperationHandler =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const id = request.params.rejection_id ?? ''
    const open = await registry.read(rejections.normalizer, tenantId, id)
    if (!open) throw new Problem('not_found')
    if (open.doc.state !== 'open') throw new Problem('state_conflict')
    if (open.doc.sealed_envelope === null) {
      throw new Problem('state_conflict', { detail: 'The log was too large to be kept' })
    }
    const envelope = JSON.parse(
      unseal(keyring.key(tenantId, 'rejections'), open.doc.sealed_envelope, id).toString(),
    ) as AnyEnvelope
    const outcome = await processAlone(pipeline, envelope, request)

    const stored = await update(registry, rejections.normalizer, tenantId, id, current => {
      if (current?.doc.state !== 'open') return undefined
      return { doc: afterReplay(current.doc, outcome, rfc3339(clock.now())) }
    })
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: rejectionView(stored), version: stored.version }
  }

async function processAlone(pipeline: Pipeline, envelope: AnyEnvelope, { signal }: OperationRequest): Promise<Outcome> {
  if (envelope.kind !== 'log.event.received') throw new Error('the rejection holds no raw log')
  const [outcome] = await pipeline.process([{ envelope, position: null }], { signal, heartbeat: async () => {} })
  return outcome!
}

function afterReplay(doc: RejectionDoc, outcome: Outcome, now: string): RejectionDoc {
  const attempts = doc.attempts + 1
  if (typeof outcome === 'object' && 'reject' in outcome) return { ...doc, attempts, code: outcome.reject }
  return { ...doc, attempts, state: 'replayed', resolved_at: now, sealed_envelope: null }
}
