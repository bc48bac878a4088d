import { type OperationHandler, requireIfMatch, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339 } from '@wardline/kernel'
import { type MdmConnectionDoc, type MdmSyncStateDoc, mdmConnections, mdmSyncStates } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import type { MdmContext } from '../context.ts'
import { ADDRESSED, requireUsable } from './connection-settings.ts'
import { connectionView } from './connection-view.ts'

type Patch = Partial<
  Pick<MdmConnectionDoc, 'name' | 'secret_ref' | 'sync_interval_seconds' | (typeof ADDRESSED)[number]>
> & { readonly state?: 'active' | 'paused' }

/**
 * `PATCH /integrations/mdm/connections/{connection_id}`, JSON Merge Patch; `secret_ref` is replaced as a whole. A change of
 * where the secret is sent must name the secret again (docs/architecture.md#identity). A running sync ends at its next page
 * if the change affects it.
 */
export const updateConnection =
  ({ registry, clock, config }: MdmContext): OperationHandler<'updateMdmConnection'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await registry.read(mdmConnections, tenantId, request.params.connection_id ?? '')
    if (!stored) throw new Problem('not_found')
    requireIfMatch(request, stored.version)
    const before = stored.doc
    const patch = request.body
    const moved = ADDRESSED.some(field => patch[field] !== undefined && patch[field] !== before[field])
    if (moved && patch.secret_ref === undefined) throw new Problem('secret_ref_required')
    const changed = moved || patch.secret_ref !== undefined
    const doc: MdmConnectionDoc = {
      ...before,
      ...patch,
      ...mended(before, patch, changed),
      revision: before.revision + (changed ? 1 : 0),
      updated_at: rfc3339(clock.now()),
    }
    requireUsable(doc, config.egress)
    const written = await registry.write(mdmConnections, tenantId, doc, { expect: stored.version })
    if (!written.ok) throw new Problem('precondition_failed')
    const { stored: sync } = await update(registry, mdmSyncStates, tenantId, doc.id, current =>
      current ? changedSchedule(before, doc, patch, current.doc, clock.now()) : undefined,
    )
    const body = connectionView(tenantId, { doc, version: written.version }, sync?.doc)
    return { status: 200, body, version: written.version }
  }

/** Activating a connection, or changing its address or secret, clears its error. */
function mended(
  before: MdmConnectionDoc,
  patch: Patch,
  changed: boolean,
): Pick<MdmConnectionDoc, 'state' | 'error_code'> {
  const state = patch.state ?? (before.state === 'error' && changed ? 'active' : before.state)
  return { state, error_code: state === 'error' ? before.error_code : null }
}

function changedSchedule(
  before: MdmConnectionDoc,
  after: MdmConnectionDoc,
  patch: Patch,
  sync: MdmSyncStateDoc,
  now: number,
): { doc: MdmSyncStateDoc } | undefined {
  const accepted = patch.state === 'active' && before.error_code === 'mass_disappearance'
  const resumed = before.state === 'paused' && after.state !== 'paused'
  if (!accepted && !resumed && before.sync_interval_seconds === after.sync_interval_seconds) return undefined
  const soonest = now + after.sync_interval_seconds * 1000
  const next_sync_at = Math.min(sync.next_sync_at ?? soonest, soonest)
  return {
    doc: {
      ...sync,
      disappearance_accepted: sync.disappearance_accepted || accepted,
      next_sync_at,
      due_at: sync.active ? sync.due_at : next_sync_at,
    },
  }
}
