import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { newId, Problem, rfc3339 } from '@wardline/kernel'
import { mdmConnections, mdmSyncStates } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import type { MdmContext } from '../context.ts'
import { freshSyncState } from './lease.ts'
import { runRecord } from './open-run.ts'
import { runView } from './run-view.ts'
import type { SyncRunner } from './sync-runner.ts'

/** How often and how long to wait for a run that is just ending. */
const SETTLING_LOOKS = 40
const SETTLING_MS = 50

/**
 * `POST /integrations/mdm/connections/{connection_id}/sync`: 202 with the run, which continues after the response. While a
 * run is requested or running, that one is returned: there is never a second.
 */
export const requestSync =
  (context: MdmContext, runner: SyncRunner): OperationHandler<'syncMdmConnection'> =>
  async request => {
    const { registry, clock } = context
    const { tenantId } = tenantPrincipal(request)
    const connection = await registry.read(mdmConnections, tenantId, request.params.connection_id ?? '')
    if (!connection) throw new Problem('not_found')
    const { id, state } = connection.doc
    if (state === 'paused') throw new Problem('state_conflict', { detail: 'The connection is paused' })
    const now = clock.now()
    const wanted = {
      sync_run_id: newId('mdr'),
      trigger: 'on_demand' as const,
      correlation_id: request.correlationId,
      requested_at: rfc3339(now),
    }
    const want = async () => {
      const { stored } = await update(registry, mdmSyncStates, tenantId, id, current => {
        if (current?.doc.active) return undefined
        const known = current?.doc ?? freshSyncState(id, now)
        return { doc: { ...known, active: wanted, due_at: now } }
      })
      return runRecord(registry, tenantId, id, stored?.doc.active ?? wanted)
    }
    let run = await want()
    // A run that has ended but is not settled yet is of no use to the caller. A moment later a new one can begin.
    for (let i = 0; run.doc.finished_at !== null && i < SETTLING_LOOKS; i++) {
      await context.config.sleep(SETTLING_MS, request.signal)
      run = await want()
    }
    runner.kick(tenantId, id)
    return {
      status: 202,
      body: runView(tenantId, run.doc),
      headers: { Location: `/api/v1/integrations/mdm/connections/${id}/sync-runs/${run.doc.id}` },
    }
  }
