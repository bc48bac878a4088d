import { rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import {
  type MdmCheckpoint,
  type MdmConnectionDoc,
  type MdmSyncRunDoc,
  type MdmSyncRunState,
  mdmSyncRuns,
} from '@wardline/registries'
import type { MdmContext } from '../context.ts'
import { type ActiveRun, type Lease, LeaseLost } from './lease.ts'

export const isOver = (state: MdmSyncRunState): boolean => state !== 'queued' && state !== 'running'

const NO_COUNTS = { seen: 0, created: 0, changed: 0, unchanged: 0, missing: 0 }

/** The record of a requested run. Whoever comes first creates it from the state of syncs. */
export async function runRecord(
  registry: Registry,
  tenant: TenantId,
  connectionId: string,
  active: ActiveRun,
): Promise<Stored<MdmSyncRunDoc>> {
  const { sync_run_id, trigger, correlation_id, requested_at } = active
  const doc: MdmSyncRunDoc = {
    id: sync_run_id,
    connection_id: connectionId,
    trigger,
    state: 'queued',
    error_code: null,
    counts: NO_COUNTS,
    complete: false,
    drift: [],
    checkpoint: null,
    correlation_id,
    requested_at,
    started_at: null,
    finished_at: null,
  }
  const known = await registry.read(mdmSyncRuns, tenant, doc.id)
  if (known) return known
  const written = await registry.write(mdmSyncRuns, tenant, doc, { expect: 'absent' })
  if (written.ok) return { doc, version: written.version }
  const other = await registry.read(mdmSyncRuns, tenant, doc.id)
  if (!other) throw new Error('a sync run existed and is gone')
  return other
}

/**
 * Moves a queued run to `running`, at the place where the previous walk was interrupted if it can still be continued.
 */
export async function startRun(
  context: MdmContext,
  tenant: TenantId,
  connection: MdmConnectionDoc,
  lease: Lease,
): Promise<Stored<MdmSyncRunDoc>> {
  const run = await runRecord(context.registry, tenant, connection.id, lease.active)
  if (run.doc.state !== 'queued') return run
  const checkpoint =
    (await unfinishedWalk(context, tenant, connection, lease)) ?? (await newWalk(context, connection, lease))
  const { seen } = checkpoint
  const now = rfc3339(context.clock.now())
  const doc: MdmSyncRunDoc = {
    ...run.doc,
    state: 'running',
    started_at: now,
    checkpoint,
    counts: { ...NO_COUNTS, seen, unchanged: seen },
  }
  return writeRun(context.registry, tenant, run.version, doc)
}

/** @throws LeaseLost if another process has written the run: its version is a fence. */
export async function writeRun(
  registry: Registry,
  tenant: TenantId,
  expect: number,
  doc: MdmSyncRunDoc,
  emit: Parameters<Registry['write']>[3]['emit'] = [],
): Promise<Stored<MdmSyncRunDoc>> {
  const written = await registry.write(mdmSyncRuns, tenant, doc, { expect, emit })
  if (!written.ok) throw new LeaseLost()
  return { doc, version: written.version }
}

async function unfinishedWalk(
  { registry, clock, config }: MdmContext,
  tenant: TenantId,
  connection: MdmConnectionDoc,
  lease: Lease,
): Promise<MdmCheckpoint | undefined> {
  const { last_run_id } = await lease.change(state => state)
  const last = last_run_id === null ? undefined : await registry.read(mdmSyncRuns, tenant, last_run_id)
  const checkpoint = last?.doc.checkpoint
  if (!checkpoint || checkpoint.walked || checkpoint.page === 0) return undefined
  const recent = clock.now() - Date.parse(checkpoint.saved_at) <= config.resumeWithinMs
  return recent && checkpoint.revision === connection.revision ? checkpoint : undefined
}

export async function newWalk(
  { clock }: MdmContext,
  { revision }: Pick<MdmConnectionDoc, 'revision'>,
  lease: Lease,
): Promise<MdmCheckpoint> {
  const { walk } = await lease.change(state => ({ ...state, walk: state.walk + 1 }))
  const now = rfc3339(clock.now())
  return {
    walk,
    revision,
    walk_started_at: now,
    page: 0,
    seen: 0,
    sealed_cursor: null,
    walked: false,
    blemished: false,
    saved_at: now,
  }
}
