import { createHash } from 'node:crypto'
import { rfc3339, seal, type TenantId, unseal } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import {
  type MdmCheckpoint,
  type MdmConnectionDoc,
  type MdmDrift,
  type MdmSyncRunDoc,
  mdmConnections,
} from '@wardline/registries'
import type { MdmContext } from '../context.ts'
import type { ProviderPage, ProviderSession } from '../providers/provider.ts'
import { invalidResponse, ProviderFault } from '../providers/provider-fault.ts'
import type { Lease } from './lease.ts'
import { notePage, type PageTally } from './note-page.ts'
import { newWalk, writeRun } from './open-run.ts'

export interface Walking {
  readonly context: MdmContext
  readonly tenant: TenantId
  readonly connection: MdmConnectionDoc
  readonly lease: Lease
  readonly session: ProviderSession
  readonly signal: AbortSignal
  /** Called after every page, so that the progress is known when the run ends. */
  readonly onPage: (run: Stored<MdmSyncRunDoc>) => void
}

const MAX_DRIFT = 20

/**
 * Walks to the end of the provider's list. A page's devices are written before its checkpoint. @throws ProviderFault,
 * LeaseLost.
 */
export async function walkDevices(w: Walking, from: Stored<MdmSyncRunDoc>): Promise<Stored<MdmSyncRunDoc>> {
  const { context, tenant, lease } = w
  const visited = new Set<string>()
  let run = from
  let startedOver = false
  for (let checkpoint = checkpointOf(run.doc); !checkpoint.walked; checkpoint = checkpointOf(run.doc)) {
    w.signal.throwIfAborted()
    await lease.beat()
    await requireUnchanged(w)
    const cursor = cursorOf(w, checkpoint)
    if (checkpoint.page >= context.config.maxPages || !isNew(visited, cursor)) throw invalidResponse()
    const page = await w.session.page(cursor).catch(async (error: unknown) => {
      if (!(error instanceof ProviderFault) || !error.cursorGone || cursor === null || startedOver) throw error
      return undefined
    })
    if (page === undefined) {
      // The provider no longer knows the place: the walk starts over, once per run.
      startedOver = true
      visited.clear()
      const again = await newWalk(context, w.connection, lease)
      run = await writeRun(context.registry, tenant, run.version, { ...run.doc, checkpoint: again })
      continue
    }
    const { walk, page: number } = checkpoint
    const tally = await notePage(context, tenant, page.devices, { connectionId: w.connection.id, walk, page: number })
    run = await writeRun(context.registry, tenant, run.version, afterPage(w, run.doc, checkpoint, page, tally))
    w.onPage(run)
    report(w, page, tally)
  }
  return run
}

const checkpointOf = ({ checkpoint }: MdmSyncRunDoc): MdmCheckpoint => {
  if (!checkpoint) throw new Error('a running sync has a checkpoint')
  return checkpoint
}

/** An operator's change takes effect between two pages. */
async function requireUnchanged({ context, tenant, connection }: Walking): Promise<void> {
  const current = await context.registry.read(mdmConnections, tenant, connection.id)
  if (!current || current.doc.state === 'paused' || current.doc.revision !== connection.revision)
    throw new ProviderFault('connection_changed')
}

function afterPage(
  { context, tenant, connection }: Walking,
  run: MdmSyncRunDoc,
  before: MdmCheckpoint,
  page: ProviderPage,
  tally: PageTally,
): MdmSyncRunDoc {
  const seen = before.seen + tally.created + tally.changed + tally.unchanged
  const created = run.counts.created + tally.created
  const changed = run.counts.changed + tally.changed
  const key = context.keyring.key(tenant, 'mdm')
  return {
    ...run,
    // A restarted walk sees again what this run has already created or changed.
    counts: {
      ...run.counts,
      seen: Math.max(seen, created + changed),
      created,
      changed,
      unchanged: Math.max(0, seen - created - changed),
    },
    drift: joined(run.drift, page.drift),
    checkpoint: {
      ...before,
      page: before.page + 1,
      seen,
      sealed_cursor: page.next === null ? null : seal(key, page.next, connection.id),
      walked: page.next === null,
      blemished: before.blemished || !page.whole,
      saved_at: rfc3339(context.clock.now()),
    },
  }
}

function joined(known: readonly MdmDrift[], more: readonly MdmDrift[]): MdmDrift[] {
  const all = new Map(known.map(d => [`${d.field} ${d.reason}`, d]))
  for (const d of more) {
    const key = `${d.field} ${d.reason}`
    all.set(key, { ...d, count: d.count + (all.get(key)?.count ?? 0) })
  }
  return [...all.values()].slice(0, MAX_DRIFT)
}

function cursorOf({ context, tenant, connection }: Walking, { sealed_cursor }: MdmCheckpoint): string | null {
  if (sealed_cursor === null) return null
  return unseal(context.keyring.key(tenant, 'mdm'), sealed_cursor, connection.id).toString()
}

/** False for a place that this run has already visited: a loop. */
function isNew(visited: Set<string>, cursor: string | null): boolean {
  const mark = createHash('sha256')
    .update(cursor ?? '')
    .digest('base64')
  if (visited.has(mark)) return false
  visited.add(mark)
  return true
}

function report({ context, connection }: Walking, page: ProviderPage, tally: PageTally): void {
  const { provider } = connection
  for (const [outcome, n] of Object.entries(tally))
    if (n > 0) context.metrics.count('mdm_devices_total', { provider, outcome }, n)
  for (const { field, reason, count } of page.drift)
    context.metrics.count('mdm_schema_drift_total', { provider, field, reason }, count)
}
