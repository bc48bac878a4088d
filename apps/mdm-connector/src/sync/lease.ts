import { newId, rfc3339, type TenantId } from '@wardline/kernel'
import { type MdmConnectionDoc, type MdmSyncStateDoc, mdmConnections, mdmSyncStates } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import type { MdmContext } from '../context.ts'

/** Another process now works on the connection. Nothing more may be written. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of a sync was lost')
    this.name = 'LeaseLost'
  }
}

export type ActiveRun = NonNullable<MdmSyncStateDoc['active']>

/**
 * The right to work on one connection: one holder at a time across all processes, and free again soon after a crash.
 */
export interface Lease {
  readonly active: ActiveRun
  /** Renews the lease. Cheap if called often. @throws LeaseLost. */
  beat(): Promise<void>
  /** Changes the state of syncs as the lease's holder. @throws LeaseLost. */
  change(next: (state: MdmSyncStateDoc) => MdmSyncStateDoc): Promise<MdmSyncStateDoc>
}

export const freshSyncState = (connectionId: string, nextSyncAt: number): MdmSyncStateDoc => ({
  id: connectionId,
  walk: 0,
  active: null,
  lease: null,
  last_run_id: null,
  last_sync_at: null,
  disappearance_accepted: false,
  next_sync_at: nextSyncAt,
  due_at: nextSyncAt,
})

/** Undefined if another process has it, or if there is nothing to do now. */
export async function takeLease(
  context: MdmContext,
  tenant: TenantId,
  connectionId: string,
): Promise<Lease | undefined> {
  const { registry, clock, config } = context
  const connection = await registry.read(mdmConnections, tenant, connectionId)
  if (!connection) return undefined
  const holder = newId('req')
  const { stored: taken } = await update(registry, mdmSyncStates, tenant, connectionId, stored => {
    const now = clock.now()
    if (!stored || (stored.doc.lease && stored.doc.lease.until > now)) return undefined
    const active = stored.doc.active ?? scheduledRun(connection.doc, stored.doc, now)
    if (!active) return postponed(connection.doc, stored.doc, now)
    const until = now + config.leaseMs
    return { doc: { ...stored.doc, active, lease: { holder, until }, due_at: until } }
  })
  const active = taken?.doc.active
  if (!active || taken.doc.lease?.holder !== holder) return undefined
  let until = taken.doc.lease.until

  const change: Lease['change'] = async next => {
    const { stored: changed } = await update(registry, mdmSyncStates, tenant, connectionId, stored => {
      if (stored?.doc.lease?.holder !== holder) throw new LeaseLost()
      return { doc: next(stored.doc) }
    })
    return changed.doc
  }
  return {
    active,
    change,
    async beat() {
      const now = clock.now()
      if (until - now > (config.leaseMs * 2) / 3) return
      until = now + config.leaseMs
      await change(state => ({ ...state, lease: { holder, until }, due_at: until }))
    },
  }
}

function scheduledRun(
  { state }: MdmConnectionDoc,
  { next_sync_at }: MdmSyncStateDoc,
  now: number,
): ActiveRun | undefined {
  if (state === 'paused' || next_sync_at === null || next_sync_at > now) return undefined
  return { sync_run_id: newId('mdr'), trigger: 'scheduled', correlation_id: newId('cor'), requested_at: rfc3339(now) }
}

/**
 * Nothing to do: a paused connection is checked again one interval later, so that resuming it needs no further write.
 */
function postponed(
  { state, sync_interval_seconds }: MdmConnectionDoc,
  doc: MdmSyncStateDoc,
  now: number,
): { doc: MdmSyncStateDoc } | undefined {
  const passed = doc.next_sync_at !== null && doc.next_sync_at <= now
  const next_sync_at = state === 'paused' && passed ? now + sync_interval_seconds * 1000 : doc.next_sync_at
  if (doc.lease === null && doc.due_at === next_sync_at && doc.next_sync_at === next_sync_at) return undefined
  return { doc: { ...doc, lease: null, next_sync_at, due_at: next_sync_at } }
}
