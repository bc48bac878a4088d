import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { foldText, newId, Problem, rfc3339, seal } from '@wardline/kernel'
import { type LogErasureDoc, logErasures } from '@wardline/registries'
import { erasureContext, listPage, type ServicePorts } from '@wardline/service-kit'
import { isHeld } from '../tiers/tenant-end.ts'
import { erasureView } from './archive-view.ts'
import { requestTiers } from './request-tiers.ts'

const MAX_OPEN = 100

/** `POST /logs/erasures`: removes every event of a subject from every tier. */
export const createErasure =
  (ports: ServicePorts): OperationHandler<'createLogErasure'> =>
  async request => {
    const { registry, clock, keyring } = ports
    const { tenantId } = tenantPrincipal(request)
    const { subject, reason } = request.body
    if (await isHeld(registry, tenantId)) throw held()
    const open = { state: { in: ['queued', 'running'] } }
    if ((await registry.count(logErasures, tenantId, open, MAX_OPEN)) >= MAX_OPEN) throw new Problem('limit_reached')
    const id = newId('ers')
    const value = subject.type === 'asset_id' ? subject.value : foldText(subject.value)
    const doc: LogErasureDoc = {
      id,
      state: 'queued',
      subject_type: subject.type,
      sealed_value: seal(keyring.key(tenantId, 'archive'), value, erasureContext(tenantId, id)),
      reason,
      requested_at: rfc3339(clock.now()),
      finished_at: null,
      searchable_removed: 0,
      archived_removed: 0,
      objects_rewritten: 0,
      after: null,
    }
    await registry.write(logErasures, tenantId, doc, { expect: 'absent' })
    await requestTiers(ports, tenantId)
    return { status: 202, body: erasureView({ doc, version: 1 }), version: 1 }
  }

export const held = (): Problem => new Problem('state_conflict', { detail: 'a legal hold is active' })

/** `GET /logs/erasures`: newest first. */
export const listErasures =
  ({ registry }: ServicePorts, cursors: Cursors): OperationHandler<'listLogErasures'> =>
  async request =>
    listPage({ registry, cursors }, request, tenantPrincipal(request).tenantId, logErasures, {
      order: { by: 'requested_at', direction: 'desc' },
      view: erasureView,
    })

/** `GET /logs/erasures/{erasure_id}`. */
export const readErasure =
  ({ registry }: ServicePorts): OperationHandler<'readLogErasure'> =>
  async request => {
    const id = request.params.erasure_id ?? ''
    const stored = await registry.read(logErasures, tenantPrincipal(request).tenantId, id)
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: erasureView(stored), version: stored.version }
  }
