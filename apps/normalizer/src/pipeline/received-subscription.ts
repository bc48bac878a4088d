import type { BacklogReporter, RejectingSubscription, Rejections, Verdict } from '@wardline/service-kit'
import type { Received } from './prepared-event.ts'
import type { Pipeline } from './process-received.ts'

/** Feeds every raw log to the pipeline, in the order of its source. */
export const receivedSubscription = (
  pipeline: Pipeline,
  rejections: Rejections,
  backlogs: BacklogReporter,
): RejectingSubscription => ({
  group: 'normalizer',
  kinds: ['log.event.received'],
  maxBatch: 2000,
  rejections,
  async handle(batch, context) {
    const received = batch.flatMap(({ envelope, position }): Received[] =>
      envelope.kind === 'log.event.received' ? [{ envelope, position }] : [],
    )
    const outcomes = (await pipeline.process(received, context)).map(step => step.outcome)
    await backlogs.note(
      received.map(({ envelope: { tenant_id, payload } }) => ({
        tenantId: tenant_id,
        receivedAt: Date.parse(payload.received_at),
      })),
    )
    return batch.map(
      (d): Verdict => (d.envelope.kind === 'log.event.received' ? outcomes.shift()! : { drop: 'not_a_raw_log' }),
    )
  },
})
