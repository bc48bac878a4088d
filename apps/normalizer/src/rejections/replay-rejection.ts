import type { AnyEnvelope } from '@wardline/events'
import { type OperationHandler, type OperationRequest, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339, unseal } from '@wardline/kernel'
import { type RejectionDoc, rejections } from '@wardline/registries'
import { isRejection, type ServicePorts, update } from '@wardline/service-kit'
import type { Pipeline, Step } from '../pipeline/process-received.ts'
import { rejectionView } from './rejection-view.ts'

/**
 * `POST /logs/rejections/{rejection_id}/replay`: processes the same envelope the same way, so nothing happens twice. It
 * is not counted again because the ledger already counts it as rejected.
 */
export const replayRejection =
  ({ registry, clock, keyring }: ServicePorts, pipeline: Pipeline): OperationHandler<'replayRejection'> =>
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
    const step = await processAlone(pipeline, envelope, `replay:${id}`, request)
    const { reason } = (request.body ?? {}) as { readonly reason?: string }

    const { stored } = await update(registry, rejections.normalizer, tenantId, id, current => {
      if (current?.doc.state !== 'open') return undefined
      return { doc: afterReplay(current.doc, step, reason ?? null, rfc3339(clock.now())) }
    })
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: rejectionView(stored), version: stored.version }
  }

/**
 * @param origin the same for every attempt, so that an attempt after a crash gets the same answer as the one before.
 */
async function processAlone(
  pipeline: Pipeline,
  envelope: AnyEnvelope,
  origin: string,
  { signal }: OperationRequest,
): Promise<Step> {
  if (envelope.kind !== 'log.event.received') throw new Error('the rejection holds no raw log')
  const [step] = await pipeline.process([{ envelope, position: null, origin }], {
    signal,
    heartbeat: async () => {},
    // The replayed log is already kept as a rejection.
    keep: async () => 'known',
  })
  return step!
}

function afterReplay(doc: RejectionDoc, { outcome, stored }: Step, reason: string | null, now: string): RejectionDoc {
  const attempts = doc.attempts + 1
  const replay_stored = stored === true || doc.replay_stored === true
  if (isRejection(outcome)) return { ...doc, attempts, code: outcome.reject, replay_stored }
  return {
    ...doc,
    attempts,
    state: 'replayed',
    resolved_at: now,
    resolution_reason: reason,
    sealed_envelope: null,
    replay_stored,
  }
}
