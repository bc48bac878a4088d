import { originEnvelope } from '@wardline/events'
import { newId, rfc3339 } from '@wardline/kernel'
import type { World } from '../../tiers/world.ts'
import { makeEvent, randomSource } from './events.ts'

const BATCH = 2000

/** Through the normalizer, as in life. @returns bytes of the raw logs. */
export async function deliverLoad(world: World, events: number): Promise<number> {
  const random = randomSource(7)
  const now = world.clock.now()
  let bytes = 0
  for (let from = 0; from < events; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, events - from) }, (_, i) => {
      const n = from + i
      const { raw } = makeEvent(n, random, now)
      bytes += Buffer.byteLength(typeof raw === 'string' ? raw : JSON.stringify(raw))
      const eventId = newId('evt')
      const envelope = originEnvelope({
        kind: 'log.event.received',
        tenantId: world.tenants[n % world.tenants.length]!,
        producer: 'ingest',
        subject: { type: 'log_event', id: eventId },
        correlationId: 'cor_bench',
        now,
        payload: {
          event_id: eventId,
          batch_id: 'bat_1',
          batch_index: i,
          log_source_id: 'src_1',
          source: { format: 'auto', vendor: null, product: null, timezone: 'UTC', version: 1 },
          raw: raw as string,
          raw_kind: typeof raw === 'string' ? 'text' : 'object',
          event_ref: null,
          observed_at: null,
          asset_id: null,
          received_at: rfc3339(now),
          encoding_replaced: false,
        },
      })
      return envelope
    })
    await world.handle(batch, from)
  }
  return bytes
}
