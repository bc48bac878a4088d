import { describe, expect, it } from '@jest/globals'
import { sealEvent } from '@wardline/events'
import { indexTokens, keyringOf, randomDataKeys, unseal } from '@wardline/kernel'
import { DEFAULT_PERIODS, RETENTION_ID, withClass } from '@wardline/log-event'
import type { LogIndex } from '@wardline/ports'
import { normalizerLedger, rejections, retentionSettings } from '@wardline/registries'
import type { Normalize } from '../normalize/types.ts'
import { createKit, received, TENANT } from '../testing/kit.ts'
import { createNormalize } from './normalize.ts'

const real = createNormalize()
/** Throws on the raw text `poison`. */
const fragile: Normalize = (payload, context) => {
  if (payload.raw === 'poison') throw new RangeError(payload.raw)
  return real(payload, context)
}
const SOURCE = { format: 'auto', vendor: null, product: null, timezone: 'UTC', version: 1 }
const many = (n: number, prefix = 'e') => Array.from({ length: n }, (_, i) => received(`${prefix}${i}`))

const counts = async (kit: ReturnType<typeof createKit>) =>
  (await kit.memory.read(normalizerLedger, TENANT, 'src_1'))?.doc.counts

describe('a raw log', () => {
  it('becomes searchable, then is published as log.event.normalized with the place of its raw log', async () => {
    const kit = createKit()
    const raw = received('1', { asset_id: 'ast_1' })
    expect(await kit.deliver([raw], 17)).toEqual(['ok'])

    const [item] = kit.index.items()
    expect(item).toMatchObject({
      tenantId: TENANT,
      eventId: 'evt_1',
      partitionDay: '2026-11-21',
      retentionClass: 'standard',
      filters: { logSourceId: 'src_1', assetId: 'ast_1', category: 'identity_access_management' },
    })
    expect(item?.words).toEqual(indexTokens(String(item?.event.summary)))

    const [normalized] = kit.normalized()
    expect(normalized).toMatchObject({
      tenant_id: TENANT,
      correlation_id: 'cor_1',
      causation_id: raw.id,
      subject: { type: 'log_event', id: 'evt_1' },
      payload: {
        event_id: 'evt_1',
        log_source_id: 'src_1',
        asset_id: 'ast_1',
        partition_day: '2026-11-21',
        retention_class: 'standard',
        received_at: raw.payload.received_at,
        received_position: { partition: 0, offset: '17' },
        source_fields: { program: 'sshd' },
      },
    })
    const { message, ...event } = item?.event ?? {}
    expect(message).toBe('Failed password for root from 203.0.113.9 port 52144 ssh2')
    expect(normalized?.payload.event).toEqual(event)
  })

  it('is opened, if it is sealed, and becomes the same event', async () => {
    const [clear, sealed] = [createKit(), createKit()]
    const raw = received('1', { event_ref: 'r', source: { ...SOURCE, vendor: 'Acme' } })
    await clear.deliver([raw])
    const shown = { raw: '', event_ref: null, source: SOURCE }
    await sealed.deliver([sealEvent(sealed.ports.keyring, raw, shown)])
    expect(sealed.index.items()).toEqual(clear.index.items())
    expect(sealed.normalized()).toEqual(clear.normalized())
    expect(sealed.normalized()[0]?.payload.product.vendor).toBe('Acme')
  })

  it('that does not open is kept as it is, so that it can be replayed once the keys are right', async () => {
    const kit = createKit()
    const { keyring } = kit.ports
    const raw = sealEvent(keyringOf(randomDataKeys()), received('1'), { raw: '' })
    expect(await kit.deliver([raw, received('2')])).toEqual([{ reject: 'cannot_open' }, 'ok'])
    expect(kit.index.items().map(item => item.eventId)).toEqual(['evt_2'])
    const [rejection] = await kit.memory.list(rejections.normalizer, TENANT, { limit: 2 })
    const { sealed_envelope, id } = rejection!.doc
    expect(JSON.parse(unseal(keyring.key(TENANT, 'rejections'), sealed_envelope!, id).toString())).toEqual(raw)
  })

  it('is published again as the same event when it is delivered again, but stored and counted once', async () => {
    const kit = createKit()
    const raw = many(3)
    await kit.deliver(raw)
    await kit.deliver(raw)
    const ids = kit.bus.published('log.event.normalized').map(e => e.id)
    expect(ids.slice(3)).toEqual(ids.slice(0, 3))
    expect(kit.index.items()).toHaveLength(3)
    expect(await counts(kit)).toEqual({ normalized: 3 })
  })

  it('is stored once and counted twice when its collector sends it again', async () => {
    const kit = createKit()
    await kit.deliver([received('1')], 0)
    await kit.deliver([received('1')], 1)
    expect(kit.index.items()).toHaveLength(1)
    expect(await counts(kit)).toEqual({ normalized: 2 })
  })

  it('is looked up everywhere if its sender may send it again with another time in it', async () => {
    const kit = createKit()
    const late = { raw: '2026-11-20T23:00:00Z web1 app: late', event_ref: 'r' }
    await kit.deliver([
      received('today', { event_ref: 'r' }),
      received('late', late),
      received('latewithoutref', { ...late, event_ref: null }),
      received('timeless', { raw: 'no time in here' }),
    ])
    expect(kit.index.items().map(i => [i.eventId, i.repeatable])).toEqual([
      ['evt_today', true],
      ['evt_late', true],
      ['evt_latewithoutref', false],
      ['evt_timeless', false],
    ])
  })

  it('is looked up in other classes once its tenant has changed its retention', async () => {
    const kit = createKit()
    const extended = withClass({ hot_days: 60, warm_days: 90, cold_days: 2_190 })
    const settings = {
      id: RETENTION_ID,
      ...extended,
      applies_from: '2026-11-21T09:00:00.000Z',
      previous: DEFAULT_PERIODS,
      updated_at: '2026-11-21T09:00:00.000Z',
    }
    await kit.memory.write(retentionSettings, TENANT, settings, { expect: 'absent' })
    await kit.deliver([received('1')])
    expect(kit.index.items()[0]).toMatchObject({ retentionClass: 'extended', repeatable: true })
  })

  it('still becomes an event if no parser knows it, and is counted as unparsed', async () => {
    const kit = createKit()
    await kit.deliver([received('1'), received('2', { raw: 'something nobody has ever written down' })])
    expect(kit.index.items()).toHaveLength(2)
    expect(await counts(kit)).toEqual({ normalized: 2, unparsed: 1 })
  })

  it.each([
    ['NUL', 'a\u0000b'],
    ['U+FFFD', 'a\u{fffd}b'],
    ['JSON 10,000 levels deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['an array of JSON', '['.repeat(30_000)],
    ['a lone surrogate in JSON', '{"a":"\\ud800","message":"\\udc00x"}'],
    ['year 0001', '0001-01-01T00:00:00Z host app: x'],
    ['year 9999', '{"timestamp":"9999-12-31T23:59:59Z","message":"x"}'],
    ['prototype keys', '{"__proto__":{"a":1},"constructor":"x","message":"m"}'],
    ['64 KiB without a space', 'x'.repeat(65_536)],
  ])('never fails the batch: %s', async (_, raw) => {
    const kit = createKit()
    expect(await kit.deliver([received('1', { raw }), received('2')])).toEqual(['ok', 'ok'])
    expect(kit.bus.published('log.event.normalized').map(e => e.payload.event_id)).toEqual(['evt_1', 'evt_2'])
  })
})

describe('a batch', () => {
  it('keeps its order over any number of chunks', async () => {
    const kit = createKit()
    const raw = many(450)
    expect(await kit.deliver(raw)).toEqual(Array(450).fill('ok'))
    expect(kit.bus.published('log.event.normalized').map(e => e.payload.event_id)).toEqual(
      raw.map(e => e.payload.event_id),
    )
    expect(await counts(kit)).toEqual({ normalized: 450 })
  })

  it('lets other work run in between', async () => {
    const kit = createKit()
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    await kit.deliver(many(500))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })

  it('rejects only the logs that normalizing throws on or the index refuses', async () => {
    const refusing = (index: LogIndex): LogIndex => ({
      ...index,
      put: items =>
        Promise.all(
          items.map(async i => (i.eventId === 'evt_odd' ? { refused: 'mapping' } : (await index.put([i]))[0]!)),
        ),
    })
    const kit = createKit({ normalize: fragile, throughIndex: refusing })
    const outcomes = await kit.deliver([
      received('1'),
      received('bad', { raw: 'poison' }),
      received('odd'),
      received('2'),
    ])
    expect(outcomes).toEqual(['ok', { reject: 'normalize_failed' }, { reject: 'mapping_refused' }, 'ok'])
    expect(kit.bus.published('log.event.normalized').map(e => e.payload.event_id)).toEqual(['evt_1', 'evt_2'])
    expect(await counts(kit)).toEqual({ normalized: 2, rejected: 2 })
    const { body } = await kit.call('listRejections')
    expect((body.items as { event_id: string }[]).map(r => r.event_id).sort()).toEqual(['evt_bad', 'evt_odd'])
  })

  it('does not let an event that its own schema refuses hold up the partition', async () => {
    const kit = createKit({
      normalize: (payload, context) => ({
        ...real(payload, context),
        ...(payload.event_id === 'evt_odd' ? { format: 'x'.repeat(33) } : {}),
      }),
    })
    expect(await kit.deliver([received('1'), received('odd'), received('2')])).toEqual([
      'ok',
      { reject: 'normalized_invalid' },
      'ok',
    ])
    expect(kit.bus.published('log.event.normalized')).toHaveLength(2)
  })

  it('is put again when the index asks for a retry', async () => {
    let calls = 0
    const kit = createKit({
      throughIndex: index => ({
        ...index,
        put: async items => (calls++ === 0 ? items.map(() => 'retry' as const) : index.put(items)),
      }),
    })
    expect(await kit.deliver(many(2))).toEqual(['ok', 'ok'])
    expect(kit.index.items()).toHaveLength(2)
  })

  it.each(['logWriter', 'bus', 'registry'] as const)('throws while the %s is down, and loses nothing', async what => {
    const kit = createKit()
    const raw = many(3)
    const fault = async (): Promise<never> => {
      throw new Error('down')
    }
    const broken = { logWriter: { put: fault }, bus: { publish: fault }, registry: { write: fault } }[what]
    const port = kit.ports[what]
    const mended = { ...port }
    Object.assign(port, broken)
    await expect(kit.deliver(raw)).rejects.toThrow('down')
    Object.assign(port, mended)
    expect(await kit.deliver(raw)).toEqual(['ok', 'ok', 'ok'])
    expect(new Set(kit.bus.published('log.event.normalized').map(e => e.id)).size).toBe(3)
    expect(kit.index.items()).toHaveLength(3)
    expect(await counts(kit)).toEqual({ normalized: 3 })
  })
})
