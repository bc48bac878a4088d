import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { invalid, newId, Problem } from '@wardline/kernel'
import type { ServicePorts } from '@wardline/service-kit'
import type { RefusalCounter } from '../ledger/count-refusals.ts'
import { acceptEvents, type ItemResult } from './accept-events.ts'
import type { KnownAssets } from './known-assets.ts'
import { MAX_BATCH } from './max-batch.ts'
import { sealReceived } from './seal-received.ts'
import type { SourceCache } from './source-cache.ts'
import type { TenantAdmission } from './tenant-admission.ts'

/** `POST /logs/ingest`: everything reported as accepted is durable, in the order of the request. */
export const ingestLogs =
  (
    ports: ServicePorts,
    sources: SourceCache,
    assets: KnownAssets,
    refusals: RefusalCounter,
    admission: TenantAdmission,
  ): OperationHandler<'ingestLogs'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { log_source_id, events } = request.body
    if (events.length > MAX_BATCH) throw new Problem('batch_too_large')
    if (events.length === 0) throw invalid('/events', 'at least one event is expected')
    const source = await sources.find(tenantId, log_source_id)
    if (!source) throw new Problem('not_found')
    if (source.state === 'paused') throw new Problem('source_paused')
    await admission.admit(tenantId, events.length)

    const named = new Set(events.flatMap(e => (e.asset_id === undefined ? [] : [e.asset_id])))
    const batch = {
      id: newId('bat'),
      tenantId,
      source,
      items: events,
      knownAssets: await assets.among(tenantId, named),
      correlationId: request.correlationId,
      encodingReplaced: request.encodingReplaced,
      idKey: ports.keyring.key(tenantId, 'ids'),
      now: ports.clock.now(),
    }
    const { results, envelopes } = acceptEvents(batch)
    if (envelopes.length > 0)
      await publish(
        ports,
        envelopes.map(envelope => sealReceived(ports.keyring, envelope)),
      )

    const counts = { accepted: 0, duplicate: 0, rejected: 0 }
    for (const { status } of results) counts[status]++
    // Accepted events are durable and are counted from there. Refused ones leave no other trace than this.
    if (counts.duplicate + counts.rejected > 0) await refusals.add(tenantId, source.id, batch.now, counts)
    measure(ports, results)
    return {
      status: 202,
      body: {
        batch_id: batch.id,
        correlation_id: batch.correlationId,
        accepted: counts.accepted,
        duplicates: counts.duplicate,
        rejected: counts.rejected,
        results,
      },
    }
  }

/**
 * @throws Problem 503 if the events may not be durable: the collector sends them again, which `event_ref`s make
 * harmless.
 */
async function publish({ bus, log }: ServicePorts, envelopes: Parameters<ServicePorts['bus']['publish']>[0]) {
  try {
    await bus.publish(envelopes)
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    log.error({ err: cause }, 'logs could not be made durable')
    throw new Problem('unavailable', { cause })
  }
}

function measure({ metrics }: ServicePorts, results: readonly ItemResult[]): void {
  const byOutcome = new Map<string, number>()
  for (const r of results) {
    const outcome = r.status === 'rejected' ? r.code : r.status
    byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + 1)
  }
  for (const [outcome, n] of byOutcome) metrics.count('logs_ingested_total', { outcome }, n)
}
