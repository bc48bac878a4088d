import { derivedEnvelopeId, originEnvelope } from '@wardline/events'
import { rfc3339, type TenantId } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import { type MdmConnectionDoc, type MdmSyncRunDoc, mdmConnections } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import type { MdmContext } from '../context.ts'
import type { SyncErrorCode } from '../providers/provider-fault.ts'
import type { Lease } from './lease.ts'
import { isOver, writeRun } from './open-run.ts'

/** How a run ended. */
export interface Ending {
  readonly state: 'succeeded' | 'partial' | 'failed' | 'throttled'
  readonly code: SyncErrorCode | null
  readonly complete: boolean
  readonly missing: number
  readonly retryAfterMs?: number | undefined
}

/** The next run continues where this one was interrupted. Otherwise it starts over. */
const RESUMABLE: readonly (SyncErrorCode | null)[] = [
  'provider_throttled',
  'provider_unavailable',
  'provider_unauthorized',
  'secret_unresolved',
]
const DEFAULT_THROTTLE_MS = 60_000

/**
 * Writes the run's end with its event in one write, then the consequences. {@link settle} completes them after a crash
 * in between.
 */
export async function finishRun(
  context: MdmContext,
  tenant: TenantId,
  connection: MdmConnectionDoc,
  run: Stored<MdmSyncRunDoc>,
  ending: Ending,
): Promise<Stored<MdmSyncRunDoc>> {
  const now = context.clock.now()
  const { checkpoint, counts } = run.doc
  const started_at = run.doc.started_at ?? rfc3339(now)
  const doc: MdmSyncRunDoc = {
    ...run.doc,
    state: ending.state,
    error_code: ending.code,
    complete: ending.complete,
    counts: { ...counts, missing: ending.missing },
    checkpoint: checkpoint && !checkpoint.walked && RESUMABLE.includes(ending.code) ? checkpoint : null,
    started_at,
    finished_at: rfc3339(now),
  }
  const told = originEnvelope({
    kind: 'integration.mdm.sync_completed',
    id: derivedEnvelopeId(context.keyring.key(tenant, 'ids'), doc.id, 'integration.mdm.sync_completed'),
    tenantId: tenant,
    producer: 'mdm-connector',
    subject: { type: 'mdm_sync_run', id: doc.id },
    correlationId: doc.correlation_id,
    now,
    payload: {
      connection_id: connection.id,
      sync_run_id: doc.id,
      provider: connection.provider,
      state: ending.state,
      error_code: ending.code,
      counts: doc.counts,
      started_at,
      finished_at: rfc3339(now),
    },
  })
  const written = await writeRun(context.registry, tenant, run.version, doc, [told])
  context.metrics.count('mdm_sync_runs_total', { provider: connection.provider, state: ending.state })
  if (ending.code === 'mass_disappearance') {
    context.alarms.raise('mdm_mass_disappearance', { connection_id: connection.id, sync_run_id: doc.id }, connection.id)
  } else if (ending.complete) context.alarms.clear('mdm_mass_disappearance', connection.id)
  return written
}

/** Applies an ended run to its connection and to the next run. Idempotent. */
export async function settle(
  context: MdmContext,
  tenant: TenantId,
  connection: MdmConnectionDoc,
  run: MdmSyncRunDoc,
  lease: Lease,
  retryAfterMs?: number,
): Promise<void> {
  if (!isOver(run.state)) throw new Error('only an ended run can be settled')
  await update(context.registry, mdmConnections, tenant, connection.id, current => {
    if (!current || current.doc.state === 'paused' || current.doc.revision !== connection.revision) return undefined
    const broken = needsOperator(run)
    const [state, error_code] = broken ? (['error', run.error_code] as const) : (['active', null] as const)
    if (current.doc.state === state && current.doc.error_code === error_code) return undefined
    return { doc: { ...current.doc, state, error_code, updated_at: rfc3339(context.clock.now()) } }
  })
  const now = context.clock.now()
  const interval = connection.sync_interval_seconds * 1000
  const pause = run.state === 'throttled' ? Math.min(retryAfterMs ?? DEFAULT_THROTTLE_MS, interval) : interval
  await lease.change(state => ({
    ...state,
    active: null,
    lease: null,
    last_run_id: run.id,
    last_sync_at: run.counts.seen > 0 || run.complete ? run.finished_at : state.last_sync_at,
    disappearance_accepted: state.disappearance_accepted && !run.complete,
    next_sync_at: now + pause,
    due_at: now + pause,
  }))
}

/** Faults that do not pass by waiting. */
function needsOperator({ state, error_code }: MdmSyncRunDoc): boolean {
  if (error_code === 'provider_response_invalid') return state === 'failed'
  return ['secret_unresolved', 'egress_refused', 'provider_unauthorized', 'mass_disappearance'].includes(
    error_code ?? '',
  )
}
