import { describe, expect, it } from '@jest/globals'
import { type AnyEnvelope, originEnvelope } from '@wardline/events'
import { createKeyring, tenantId, unseal } from '@wardline/kernel'
import type { Delivery } from '@wardline/ports'
import { createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { rejections } from '@wardline/registries'
import { keepingRejections } from './keeping-rejections.ts'
import { createRejectionKeeper } from './rejection-keeper.ts'
import type { Kept, RejectingContext, ServiceSubscription, Verdict } from './subscription.ts'

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

function ready(verdicts: readonly Verdict[]) {
  const registry = createMemoryRegistry()
  const counted: string[] = []
  const ports = {
    registry,
    keyring: createKeyring(new Uint8Array(32).fill(1)),
    clock: createTestClock(),
    metrics: { count: (name: string) => void counted.push(name), gauge() {}, observe() {}, declare() {} },
  }
  const kept = async () => (await registry.list(rejections.detector, TENANT, { limit: 100 })).map(s => s.doc)
  const keeping = (subscription: Partial<ServiceSubscription> = {}) =>
    keepingRejections('detector', { ...subscriptionOf(verdicts), ...subscription } as ServiceSubscription, ports)
  const options = { ...ports, service: 'detector', collection: rejections.detector, maxBytes: 1_000 } as const
  return { handle: keeping(), keeping, options, counted, ...ports, kept }
}

const subscriptionOf = (verdicts: readonly Verdict[]): ServiceSubscription => ({
  group: 'g',
  kinds: ['internal.evidence.fact'],
  rejections: { collection: rejections.detector, maxBytes: 1_000 },
  handle: async () => verdicts,
})

describe('a subscription whose handler rejects', () => {
  it('keeps each rejected event, sealed, before the batch is acknowledged, and passes every verdict on', async () => {
    const verdicts: Verdict[] = ['ok', { reject: 'too_odd' }, { drop: 'not_mine' }]
    const { handle, kept, keyring } = ready(verdicts)
    expect(await handle(deliveries(fact('1'), fact('2'), fact('3')), context)).toEqual(verdicts)
    const [rejection, ...others] = await kept()
    expect(others).toEqual([])
    expect(rejection).toMatchObject({
      envelope_id: 'env_2',
      kind: 'internal.evidence.fact',
      origin: '0:1',
      code: 'too_odd',
      state: 'open',
      attempts: 1,
      rejected_at: '2026-11-21T09:30:00.000Z',
      expires_at: Date.parse('2026-12-21T09:30:00.000Z'),
    })
    const opened = unseal(keyring.key(TENANT, 'rejections'), rejection!.sealed_envelope!, rejection!.id)
    expect(JSON.parse(opened.toString())).toEqual(fact('2'))
  })

  it('may keep one itself, to count the result; the host keeps the others', async () => {
    const { keeping, kept } = ready([])
    const told: Kept[] = []
    const handle = keeping({
      async handle(batch: readonly Delivery[], { keep }: RejectingContext) {
        told.push(await keep(batch[0]!.envelope, 'too_odd'))
        return batch.map((): Verdict => ({ reject: 'too_odd' }))
      },
    })
    const batch = deliveries(fact('1'), fact('2'))
    await handle(batch, context)
    expect(told).toEqual(['made'])
    expect((await kept()).map(r => r.envelope_id).sort()).toEqual(['env_1', 'env_2'])
    await handle(batch, context)
    expect(told).toEqual(['made', 'made'])
    expect(await kept()).toHaveLength(2)
  })

  it('keeps one rejection of an event that is delivered again', async () => {
    const { handle, kept } = ready([{ reject: 'too_odd' }])
    await handle(deliveries(fact('1')), context)
    await handle(deliveries(fact('1')), context)
    expect(await kept()).toHaveLength(1)
  })

  it('gives the same result for a delivery however often it comes, and a different one for another delivery of the event', async () => {
    const { options, kept } = ready([])
    const keeper = createRejectionKeeper(options)
    expect(await keeper.keep(fact('1'), 'too_odd', '0:1')).toBe('made')
    expect(await keeper.keep(fact('1'), 'too_odd', '0:2')).toBe('known')
    expect(await keeper.keep(fact('1'), 'too_odd', '0:1')).toBe('made')
    expect(await kept()).toHaveLength(1)
  })

  it('keeps a limited number of open ones, and more once an operator has dealt with some', async () => {
    const { options, kept, registry } = ready([])
    const keeper = createRejectionKeeper({ ...options, maxOpen: 3 })
    const keep = (n: number) => keeper.keep(fact(String(n)), 'too_odd', `0:${n}`)
    expect([await keep(1), await keep(2), await keep(3), await keep(4), await keep(1)]).toEqual([
      'made',
      'made',
      'made',
      'full',
      'made',
    ])
    const [first] = await kept()
    await registry.write(rejections.detector, TENANT, { ...first!, state: 'discarded' }, { expect: 1 })
    options.clock.advance(10_000)
    expect([await keep(4), await keep(5)]).toEqual(['made', 'full'])
  })

  it('counts what is not kept because too many wait', async () => {
    const { handle, registry, counted } = ready([{ reject: 'too_odd' }])
    registry.count = async () => 10_000
    await handle(deliveries(fact('1')), context)
    expect(counted).toEqual(['rejections_unkept_total'])
  })

  it('does not keep a body over the size cap', async () => {
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

describe('a subscription that does not say where its rejections are kept', () => {
  const mayReject = async (batch: readonly Delivery[]) => batch.map((): Verdict => ({ reject: 'too_odd' }))

  it('does not compile when its handler may reject', () => {
    // @ts-expect-error: no collection is named
    const forgotten: ServiceSubscription = { group: 'g', kinds: ['alert.created'], handle: mayReject }
    // @ts-expect-error: it says that it never rejects
    const denied: ServiceSubscription = {
      group: 'g',
      kinds: ['alert.created'],
      rejections: 'none',
      handle: mayReject,
    }
    expect([forgotten, denied]).toHaveLength(2)
  })

  it('is refused when it was forced past the compiler, with advice on what to do', () => {
    const { keeping } = ready([])
    expect(() => keeping({ rejections: undefined } as never)).toThrow(
      'the subscription "g" of detector does not say where its rejections are kept. ' +
        "Give it rejections: { collection, maxBytes } with the service's collection of libs/registries/src/rejections.ts, " +
        "or rejections: 'none' when its handler never rejects.",
    )
  })

  it('is refused when it names the collection of another service', () => {
    const { keeping } = ready([])
    const rejectionsOfOthers = { collection: rejections.normalizer, maxBytes: 1_000 }
    expect(() => keeping({ rejections: rejectionsOfOthers })).toThrow('which belongs to normalizer')
  })

  it('is not acknowledged when its handler rejects anyway', async () => {
    const { keeping } = ready([])
    const handle = keeping({ rejections: 'none', handle: mayReject as never })
    await expect(handle(deliveries(fact('1')), context)).rejects.toThrow('says that it never rejects')
  })
})
