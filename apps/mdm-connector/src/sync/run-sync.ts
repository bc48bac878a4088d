import type { TenantId } from '@wardline/kernel'
import { SecretUnresolved, type Stored } from '@wardline/ports'
import {
  type MdmConnectionDoc,
  type MdmSyncRunDoc,
  mdmConnections,
  mdmSyncRuns,
  mdmSyncStates,
} from '@wardline/registries'
import type { MdmContext } from '../context.ts'
import { createProviderClient } from '../providers/provider-client.ts'
import { ProviderFault } from '../providers/provider-fault.ts'
import { PROVIDERS } from '../providers/providers.ts'
import { type Ending, finishRun, settle } from './finish-run.ts'
import { type Lease, LeaseLost, takeLease } from './lease.ts'
import { markAbsences } from './mark-absences.ts'
import { isOver, startRun } from './open-run.ts'
import { type Walking, walkDevices } from './walk-devices.ts'

/**
 * Does what is due for one connection: starts the requested run, or continues the one that a crash has interrupted. Returns
 * at once if another process is doing it. When `signal` is aborted, the run is left as it is, free for the next process.
 */
export async function runSync(
  context: MdmContext,
  tenant: TenantId,
  connectionId: string,
  signal: AbortSignal,
): Promise<void> {
  const lease = await takeLease(context, tenant, connectionId)
  if (!lease) return removeOrphan(context, tenant, connectionId)
  try {
    const connection = await context.registry.read(mdmConnections, tenant, connectionId)
    if (connection) await sync(context, tenant, connection.doc, lease, signal)
  } catch (error) {
    if (error instanceof LeaseLost) return
    await lease.change(s => ({ ...s, lease: null, due_at: context.clock.now() + (signal.aborted ? 0 : 5_000) }))
    if (!signal.aborted) throw error
  }
}

async function sync(
  context: MdmContext,
  tenant: TenantId,
  connection: MdmConnectionDoc,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  let run = await startRun(context, tenant, connection, lease)
  if (isOver(run.doc.state)) return settle(context, tenant, connection, run.doc, lease)
  const before = run.doc.checkpoint?.page ?? 0
  const walking: Walking = {
    context,
    tenant,
    connection,
    lease,
    signal,
    session: sessionOf(context, tenant, connection, lease, signal),
    onPage: next => {
      run = next
    },
  }
  let ending: Ending
  try {
    run = await walkDevices(walking, run)
    ending = await endOf(walking, run)
  } catch (error) {
    const fault = error instanceof SecretUnresolved ? new ProviderFault('secret_unresolved') : error
    if (!(fault instanceof ProviderFault)) throw error
    // A restarted walk has raised the run's version without a page.
    run = await freshest(context, tenant, run, lease)
    ending = endedBy(fault, (run.doc.checkpoint?.page ?? 0) > before || run.doc.counts.seen > 0)
  }
  const ended = await finishRun(context, tenant, connection, run, ending)
  await settle(context, tenant, connection, ended.doc, lease, ending.retryAfterMs)
}

async function freshest(
  { registry }: MdmContext,
  tenant: TenantId,
  run: Stored<MdmSyncRunDoc>,
  lease: Lease,
): Promise<Stored<MdmSyncRunDoc>> {
  await lease.change(state => state)
  return (await registry.read(mdmSyncRuns, tenant, run.doc.id)) ?? run
}

function sessionOf(
  context: MdmContext,
  tenant: TenantId,
  connection: MdmConnectionDoc,
  lease: Lease,
  signal: AbortSignal,
) {
  const { config, clock, metrics } = context
  const provider = PROVIDERS[connection.provider]
  const client = createProviderClient({
    egress: config.egress,
    clock,
    settings: config,
    sleep: ms => config.sleep(ms, signal),
    beat: () => lease.beat(),
    signal,
    clientId: connection.client_id ?? '',
    secret: () => config.secrets.resolve(tenant, connection.secret_ref),
    tokenRequests: provider.tokenRequests(connection),
    count: outcome => metrics.count('mdm_requests_total', { provider: connection.provider, outcome }),
  })
  return provider.open(connection, client)
}

/** The end of a walk that has reached the provider's last page. */
async function endOf(w: Walking, run: Stored<MdmSyncRunDoc>): Promise<Ending> {
  const { checkpoint, drift } = run.doc
  if (!checkpoint || checkpoint.blemished) {
    const unnamed = drift.some(d => d.field === 'id')
    return { state: 'partial', code: unnamed ? 'provider_response_invalid' : null, complete: false, missing: 0 }
  }
  const { disappearance_accepted } = await w.lease.change(state => state)
  const absences = await markAbsences(w, checkpoint.walk, checkpoint.seen, disappearance_accepted)
  return absences.mass
    ? { state: 'partial', code: 'mass_disappearance', complete: false, missing: absences.missing }
    : { state: 'succeeded', code: null, complete: true, missing: absences.missing }
}

function endedBy({ code, retryAfterMs }: ProviderFault, sawSomething: boolean): Ending {
  const state = code === 'provider_throttled' ? 'throttled' : sawSomething ? 'partial' : 'failed'
  return { state, code, complete: false, missing: 0, retryAfterMs }
}

/** Removes what a crash between the two writes of a new connection has left. */
async function removeOrphan({ registry, clock }: MdmContext, tenant: TenantId, connectionId: string): Promise<void> {
  const state = await registry.read(mdmSyncStates, tenant, connectionId)
  const due = state?.doc.due_at
  if (!state || due === null || due === undefined || clock.now() - due < 60_000) return
  if (!(await registry.read(mdmConnections, tenant, connectionId)))
    await registry.remove(mdmSyncStates, tenant, connectionId, state.version)
}
