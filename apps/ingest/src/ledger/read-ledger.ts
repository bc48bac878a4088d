import { setTimeout as sleep } from 'node:timers/promises'
import type { View } from '@wardline/api'
import { logSourceKey } from '@wardline/events'
import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import {
  detectorLedger,
  ingestLedger,
  ledgerChecks,
  logSources,
  normalizerLedger,
  TENANT_CHECK,
} from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { hourSpan, ledgerHours } from './ledger-hours.ts'
import { nextOffset, readProgress } from './partition-progress.ts'

const POLL_MS = 20

/**
 * `GET /log-sources/{source_id}/ledger`. Everything that was accepted before the call is in `accepted` or, if the count did
 * not catch up within `waitMs`, in `pending`. `pending` 0 means that all of it is rejected or evaluated.
 */
export const readLedger =
  ({ registry, bus, clock }: ServicePorts, waitMs: number): OperationHandler<'readLogSourceLedger'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const sourceId = request.params.source_id ?? ''
    const span = hourSpan(request.query, clock.now())
    if (!(await registry.read(logSources, tenantId, sourceId))) throw new Problem('not_found')
    const end = await bus.endPosition('log.event.received', logSourceKey(tenantId, sourceId))
    const catchUp = catchUpOn(registry, end.partition, waitMs, request.signal)

    await catchUp(BigInt(end.offset))
    const [normalizer, detector] = await Promise.all([
      registry.read(normalizerLedger, tenantId, sourceId),
      registry.read(detectorLedger, tenantId, sourceId),
    ])
    // Later stages may have counted logs that came in meanwhile. `accepted` must include them, or it would hide logs that are
    // still in flight.
    const fence = nextOffset(normalizer?.doc.applied[end.partition])
    const behind = await catchUp(fence > BigInt(end.offset) ? fence : BigInt(end.offset))
    const accepted = (await registry.read(ingestLedger, tenantId, sourceId))?.doc.counts.accepted ?? 0

    const normalized = normalizer?.doc.counts ?? {}
    const detected = detector?.doc.counts ?? {}
    const rejected = (normalized.rejected ?? 0) + (detected.rejected ?? 0)
    const evaluated = detected.evaluated ?? 0
    return {
      status: 200,
      body: {
        log_source_id: sourceId,
        accepted,
        normalized: normalized.normalized ?? 0,
        unparsed: normalized.unparsed ?? 0,
        rejected,
        evaluated,
        pending: Math.max(0, accepted - rejected - evaluated) + behind,
        ...(span && { hours: await ledgerHours(registry, tenantId, sourceId, span) }),
        ...(await ledgerChecked(registry, tenantId, sourceId)),
      },
    }
  }

/** The result of the last recount from the stores, and its time. */
async function ledgerChecked(
  registry: Registry,
  tenant: TenantId,
  sourceId: string,
): Promise<Pick<View<'LogSourceLedger'>, 'differences' | 'checked_at'>> {
  const [whole, source] = await Promise.all([
    registry.read(ledgerChecks, tenant, TENANT_CHECK),
    registry.read(ledgerChecks, tenant, sourceId),
  ])
  const differences = (source?.doc.differences ?? []).map(d => ({ ...d, hour: rfc3339(d.hour) }))
  return { differences, checked_at: whole?.doc.checked_at ?? null }
}

/**
 * Waits until the count has reached an offset, within one budget for all waits. @returns by how many offsets it is
 * still behind
 */
function catchUpOn(registry: Registry, partition: number, waitMs: number, signal: AbortSignal) {
  let polls = Math.ceil(waitMs / POLL_MS)
  return async (target: bigint): Promise<number> => {
    for (;;) {
      const progress = await readProgress(registry, partition)
      if (progress >= target) return 0
      if (polls-- <= 0) return Number(target - progress)
      await sleep(POLL_MS, undefined, { signal })
    }
  }
}
