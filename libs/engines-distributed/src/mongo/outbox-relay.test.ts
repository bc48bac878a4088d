import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import type { Envelope } from '@wardline/events'
import { newId, systemClock, type TenantId, tenantId } from '@wardline/kernel'
import { createTestClock, numbered } from '@wardline/ports/testing'
import { type Document, defineCollection } from '@wardline/registries'
import type { DistributedConfig } from '../config.ts'
import { describeWithEngines } from '../testing/describe-with-engines.ts'
import { testConfig } from '../testing/engines.ts'
import { removeCollections, testSurroundings, until } from '../testing/harnesses.ts'
import { type MongoRegistry, type OutboxBus, openRegistry } from './registry.ts'

jest.setTimeout(120_000)

interface Doc extends Document {
  readonly until?: number
  readonly extra?: unknown
}
const docs = defineCollection<Doc>({
  name: 'relay_samples',
  owner: 'gateway',
  schemaVersion: 1,
  fields: { until: 'number' },
  indexes: [],
  expiresBy: 'until',
})

describeWithEngines('the outbox in MongoDB', engines => {
  let config: DistributedConfig
  let open: MongoRegistry[]
  let tenant: TenantId
  let published: string[]
  beforeEach(() => {
    const base = testConfig(engines)
    config = { ...base, mongo: { ...base.mongo, leaseMs: 700, relayPollMs: 200 } }
    open = []
    published = []
    tenant = tenantId(`ten_${newId('ten').slice(4)}`)
  })
  afterEach(async () => {
    for (const registry of open) await registry.close()
    await removeCollections(config)
  })

  const busThat = (pass: (events: readonly Envelope[]) => Promise<void>): OutboxBus => ({ pass, check() {} })
  const recording = busThat(async events => void published.push(...events.map(e => e.subject.id)))
  async function registryOn(bus: OutboxBus, clock = systemClock): Promise<MongoRegistry> {
    const registry = await openRegistry(config.prefix, config.mongo, bus, { ...testSurroundings(), clock })
    open.push(registry)
    return registry
  }
  const emit = (...ns: number[]): Envelope[] => ns.map(n => numbered(tenant, n))

  it('waits while the bus is down, can be read and written meanwhile, and is published in order afterwards', async () => {
    let down = true
    const flaky = busThat(async events => {
      if (down) throw new Error('no broker')
      await recording.pass(events)
    })
    const registry = await registryOn(flaky)
    await registry.write(docs, tenant, { id: 'a' }, { expect: 'absent', emit: emit(1, 2) })
    await registry.write(docs, tenant, { id: 'a' }, { expect: 1, emit: emit(3) })
    expect(await registry.remove(docs, tenant, 'a', 2)).toBe(false)
    down = false
    await until(() => published.length >= 3, 'the events')
    expect(published).toEqual(['evt_1', 'evt_2', 'evt_3'])
    expect(await registry.read(docs, tenant, 'a')).toEqual({ doc: { id: 'a' }, version: 2 })
    await until(() => registry.remove(docs, tenant, 'a', 2), 'an empty outbox')
  })

  it('refuses a write that exceeds the limit of one outbox, and says so', async () => {
    const registry = await registryOn(busThat(() => Promise.reject(new Error('no broker'))))
    const many = emit(...Array.from({ length: 30 }, (_, n) => n))
    await registry.write(docs, tenant, { id: 'a' }, { expect: 'absent', emit: many })
    await expect(registry.write(docs, tenant, { id: 'a' }, { expect: 1, emit: emit(30, 31, 32) })).rejects.toThrow(
      'wait',
    )
    expect(await registry.write(docs, tenant, { id: 'a' }, { expect: 1, emit: emit(30, 31) })).toMatchObject({
      ok: true,
    })
  })

  it('is taken over from a process that died while it published', async () => {
    let stuck = false
    const dying = await registryOn(
      busThat(() => {
        stuck = true
        return new Promise(() => {})
      }),
    )
    await dying.write(docs, tenant, { id: 'a' }, { expect: 'absent', emit: emit(1, 2) })
    await until(() => stuck, 'the lease')
    await registryOn(recording)
    await until(() => published.length >= 2, 'the events')
    expect(published).toEqual(['evt_1', 'evt_2'])
  })

  it('publishes each event once when several processes poll at the same time and none dies', async () => {
    const [one] = await Promise.all([registryOn(recording), registryOn(recording), registryOn(recording)])
    const ids = Array.from({ length: 40 }, (_, n) => n)
    await Promise.all(
      ids.map(n => one!.write(docs, tenant, { id: `d${n}` }, { expect: 'absent', emit: emit(2 * n, 2 * n + 1) })),
    )
    await until(() => published.length >= 80, 'the events')
    expect(new Set(published).size).toBe(published.length)
    for (const n of ids) expect(published.indexOf(`evt_${2 * n}`)).toBeLessThan(published.indexOf(`evt_${2 * n + 1}`))
  })

  it('survives the expiry of its document', async () => {
    const clock = createTestClock()
    let down = true
    const registry = await registryOn(
      busThat(async () => {
        if (down) throw new Error('no broker')
      }),
      clock,
    )
    const over = clock.now() + 1000
    await registry.write(docs, tenant, { id: 'a', until: over }, { expect: 'absent', emit: emit(1) })
    await registry.write(docs, tenant, { id: 'b', until: over }, { expect: 'absent' })
    await registry.write(docs, tenant, { id: 'c', until: over + 1 }, { expect: 'absent' })
    expect(await registry.sweep()).toBe(0)
    clock.set(over)
    expect(await registry.sweep()).toBe(1)
    expect((await registry.list(docs, tenant, { limit: 9 })).map(row => row.doc.id)).toEqual(['a', 'c'])
    down = false
    await until(async () => (await registry.sweep()) === 1, 'the document with the event')
  })

  it('stores documents with names that MongoDB would read as paths and operators', async () => {
    const registry = await registryOn(recording)
    const extra = JSON.parse('{"$set":{"a.b":1},"__proto__":{"x":1},"":null,"a\\u0000b":[{"$where":"1"}]}') as unknown
    await registry.write(docs, tenant, { id: '$id.x', extra }, { expect: 'absent' })
    const read = await registry.read(docs, tenant, '$id.x')
    expect(JSON.stringify(read?.doc.extra)).toBe(JSON.stringify(extra))
  })
})
