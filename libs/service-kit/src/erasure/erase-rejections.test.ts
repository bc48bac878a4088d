import { describe, expect, it } from '@jest/globals'
import { type Envelope, originEnvelope, sealEvent } from '@wardline/events'
import { createKeyring, keyringOf, randomDataKeys } from '@wardline/kernel'
import { createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { rejections } from '@wardline/registries'
import { createRejectionKeeper } from '../rejection-keeper.ts'
import { TENANT } from '../testing/index.ts'
import { eraseRejections } from './erase-rejections.ts'
import { subjectText } from './subject-text.ts'

const keyring = createKeyring(new Uint8Array(32).fill(1))
const clock = createTestClock()

const raw = (name: string, text: string): Envelope<'log.event.received'> =>
  originEnvelope({
    id: `env_${name}`,
    kind: 'log.event.received',
    tenantId: TENANT,
    producer: 'ingest',
    subject: { type: 'log_event', id: `evt_${name}` },
    correlationId: 'cor_1',
    now: clock.now(),
    payload: {
      event_id: `evt_${name}`,
      batch_id: 'bat_1',
      batch_index: 0,
      log_source_id: 'src_1',
      source: { format: 'auto', vendor: null, product: null, timezone: 'UTC', version: 1 },
      raw: text,
      raw_kind: 'text',
      event_ref: null,
      observed_at: null,
      asset_id: null,
      received_at: new Date(clock.now()).toISOString(),
      encoding_replaced: false,
    },
  })

describe('an erasure', () => {
  it('discards rejections that name the subject, sealed or not, and those that nobody can read', async () => {
    const registry = createMemoryRegistry({ clock })
    const collection = rejections.normalizer
    const keeper = createRejectionKeeper({
      service: 'normalizer',
      registry,
      keyring,
      clock,
      collection,
      maxBytes: 9_999,
    })
    const foreign = keyringOf(randomDataKeys())
    for (const event of [
      raw('clear', 'login of ann'),
      sealEvent(keyring, raw('sealed', 'login of ann'), { raw: '' }),
      sealEvent(keyring, raw('other', 'login of bob'), { raw: '' }),
      sealEvent(foreign, raw('foreign', 'login of bob'), { raw: '' }),
    ])
      await keeper.keep(event, 'normalize_failed')
    const subject = { tenantId: TENANT, value: 'ann', text: subjectText('ann'), until: clock.now() }
    await eraseRejections({ registry, keyring, clock }, collection).page(subject as never, null)
    const stored = await registry.list(collection, TENANT, { limit: 9 })
    expect(Object.fromEntries(stored.map(({ doc }) => [doc.event_id, doc.state]))).toEqual({
      evt_clear: 'discarded',
      evt_sealed: 'discarded',
      evt_other: 'open',
      evt_foreign: 'discarded',
    })
  })
})
