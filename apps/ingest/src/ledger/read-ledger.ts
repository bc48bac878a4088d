import { setTimeout as sleep } from 'node:timers/promises'
import { logSourceKey } from '@wardline/events'
import type { ServicePorts } from '@wardline/host'
import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { detectorLedger, ingestLedger, logSources, normalizerLedger } from '@wardline/registries'
import { nextOffset, readProgress } from './partition-progress.ts'

const POLL_MS = 20

/**
 * `GET /log-sources/{source_id}/ledger`. Everything that was accepted before the call is in `accepted` or, where the count did not catch up
 * in `waitMs`, in `pending`: `pending` 0 means that all of it is rejected or evaluated.
 */
export const readLedger =
  ({ registry, bus }: ServicePorts, waitMs: number): OperationHandler =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const sourceId = request.params.source_id ?? ''
    if (!(await registry.read(logSources, tenantId, sourceId))) throw new Problem('not_found')
    const end = await bus.endPosition('log.event.received', logSourceKey(tenantId, sourceId))
    const catchUp = catchUpOn(registry, end.partition, waitMs, request.signal)

    await catchUp(BigInt(end.offset))
    const [normalizer, detector] = await Promise.all([
      registry.read(normalizerLedger, tenantId, sourceId),
      registry.read(detectorLedger, tenantId, sourceId),
    ])
    // Later stages may have counted what came in meanwhile: `accepted` must hold that too, or it would hide what is still on its way.
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
      },
    }
  }

/** Waits until the count has reached an offset, within one budget for all waits. Answers by how many offsets it is still behind. */
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
