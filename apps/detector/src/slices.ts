import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TenantId } from '@wardline/kernel'

/** Longest work without a turn for timers, sockets and heartbeats: within one tenant, and when the tenant changes. */
const SLICE_MS = 20
const TENANT_SLICE_MS = 2

/**
 * Cuts a long batch into slices. Between them the thread does other work, and the engine learns that the consumer is
 * alive.
 */
export interface Slice {
  next(tenant: TenantId): Promise<void>
}

/** @param heartbeat of the subscription; without it Kafka gives the partition of a long batch to another consumer */
export function createSlice(heartbeat: () => Promise<void>): Slice {
  let began = performance.now()
  let last: TenantId | undefined
  return {
    async next(tenant) {
      const limit = tenant === last ? SLICE_MS : TENANT_SLICE_MS
      last = tenant
      if (performance.now() - began < limit) return
      await nextTurn()
      await heartbeat()
      began = performance.now()
    },
  }
}
