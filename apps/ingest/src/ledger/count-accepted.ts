import { ingestLedger, ingestLedgerHours } from '@wardline/registries'
import { type AcceptingSubscription, createLedgerCounter, type ServicePorts } from '@wardline/service-kit'
import { recordProgress } from './partition-progress.ts'

/**
 * Counts accepted logs from the durable events, not from requests, so that a crash between publish and response, or a
 * repeated delivery, cannot make the ledger wrong.
 */
export function countAccepted({ registry }: ServicePorts): AcceptingSubscription {
  const counter = createLedgerCounter(registry, ingestLedger, ingestLedgerHours)
  return {
    group: 'ingest.ledger',
    kinds: ['log.event.received'],
    rejections: 'none',
    maxBatch: 4_000,
    // Its progress is one offset per partition. Counting is quick, so tenants need no turns here.
    inOrder: true,
    async handle(batch) {
      await counter.add(
        batch.flatMap(({ envelope, position }) =>
          envelope.kind === 'log.event.received'
            ? [
                {
                  tenantId: envelope.tenant_id,
                  logSourceId: envelope.payload.log_source_id,
                  position,
                  counts: { accepted: 1 },
                  hourly: { receivedAt: Date.parse(envelope.payload.received_at), counts: { accepted: 1 } },
                },
              ]
            : [],
        ),
      )
      await recordProgress(
        registry,
        batch.map(d => d.position),
      )
      return batch.map(() => 'ok' as const)
    },
  }
}
