import { describe, expect, it } from '@jest/globals'
import { type AnyEnvelope, originEnvelope } from '@wardline/events'
import { createKeyring, tenantId, unseal } from '@wardline/kernel'
import type { Delivery, Outcome } from '@wardline/ports'
import { createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { rejections } from '@wardline/registries'
import { createRejectionKeeper, rejecting } from './rejecting.ts'

const TENANT = tenantId('ten_a')
const context = { signal: new AbortController().signal, heartbeat: async () => {} }

const fact = (id: string, note = 'x'): AnyEnvelope =>
  originEnvelope({
    id: `env_${id}`,
    kind: 'internal.evidence.fact',
    tenantId: TENANT,
    producer: 'test',
    subject: { type: 'evidence_fact', id },
    correlationId: 'cor_1',
    now: 0,
    payload: { evidence_type: 'alert', subject: { type: 'alert', id }, summary: 's', controls: [], details: { note } },
  }) as AnyEnvelope

const deliveries = (...envelopes: AnyEnvelope[]): Delivery[] =>
  envelopes.map((envelope, i) => ({ envelope, position: { partition: 0, offset: String(i) } }))

function ready(outcomes: readonly Outcome[]) {
  const registry = createMemoryRegistry()
  const keyring = createKeyring(new Uint8Array(32).fill(1))
  const options = {
    service: 'detector',
    registry,
    keyring,
    clock: createTestClock(),
    collection: rejections.detector,
    maxBytes: 1_000,
  } as const
  const kept = async () => (await registry.list(rejections.detector, TENANT, { limit: 100 })).map(s => s.doc)
  return { handle: rejecting(options, async () => outcomes), options, registry, keyring, kept }
}

describe('a rejecting handler', () => {
  it('keeps each rejected event, sealed, and passes every outcome on', async () => {
    const outcomes: Outcome[] = ['ok', { reject: 'too_odd' }, { drop: 'not_mine' }]
    const { handle, kept, keyring } = ready(outcomes)
    expect(await handle(deliveries(fact('1'), fact('2'), fact('3')), context)).toEqual(outcomes)
    const [rejection, ...others] = await kept()
    expect(others).toEqual([])
    expect(rejection).toMatchObject({
      envelope_id: 'env_2',
      kind: 'internal.evidence.fact',
      code: 'too_odd',
      state: 'open',
      attempts: 1,
      rejected_at: '2026-11-21T09:30:00.000Z',
      expires_at: Date.parse('2026-12-21T09:30:00.000Z'),
    })
    const opened = unseal(keyring.key(TENANT, 'rejections'), rejection!.sealed_envelope!, rejection!.id)
    expect(JSON.parse(opened.toString())).toEqual(fact('2'))
  })

  it('keeps one rejection of an event that is delivered again', async () => {
    const { handle, kept } = ready([{ reject: 'too_odd' }])
    await handle(deliveries(fact('1')), context)
    await handle(deliveries(fact('1')), context)
    expect(await kept()).toHaveLength(1)
  })

  it('answers a delivery the same however often it comes, and tells another one of the same event from it', async () => {
    const { options, kept } = ready([])
    const keeper = createRejectionKeeper(options)
    expect(await keeper.keep(fact('1'), 'too_odd', '0:1')).toBe('made')
    expect(await keeper.keep(fact('1'), 'too_odd', '0:2')).toBe('known')
    expect(await keeper.keep(fact('1'), 'too_odd', '0:1')).toBe('made')
    expect(await kept()).toHaveLength(1)
  })

  it('keeps so many open ones and no more, and more again once an operator has dealt with some', async () => {
    const { options, kept, registry } = ready([])
    const keeper = createRejectionKeeper({ ...options, maxOpen: 3 })
    const keep = (n: number) => keeper.keep(fact(String(n)), 'too_odd', `0:${n}`)
    expect([await keep(1), await keep(2), await keep(3), await keep(4), await keep(1)]).toEqual([
      ...['made', 'made', 'made'],
      ...['full', 'made'],
    ])
    const [first] = await kept()
    await registry.write(rejections.detector, TENANT, { ...first!, state: 'discarded' }, { expect: 1 })
    options.clock.advance(10_000)
    expect([await keep(4), await keep(5)]).toEqual(['made', 'full'])
  })

  it('keeps no body over the size cap', async () => {
    const { handle, kept } = ready([{ reject: 'too_odd' }])
    await handle(deliveries(fact('1', 'y'.repeat(1_000))), context)
    expect(await kept()).toMatchObject([{ state: 'open', sealed_envelope: null }])
  })

  it('does not let a batch be acknowledged before its rejections are durable', async () => {
    const { handle, registry } = ready([{ reject: 'too_odd' }])
    registry.write = async () => {
      throw new Error('down')
    }
    await expect(handle(deliveries(fact('1')), context)).rejects.toThrow('down')
  })
})
