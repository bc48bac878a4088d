import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { TenantId } from '@wardline/kernel'
import fc from 'fast-check'
import { cases } from './contract/cases.ts'
import { type Harness, type MakeEngine, range, someTenant, until } from './contract/harness.ts'
import { placeAfter, type SampleDoc, sampleFields, sampleQuery, samples } from './contract/registry-samples.ts'
import type { EventBus, Running } from './event-bus.ts'
import { type ListQuery, MAX_OUTBOX, type Registry } from './registry.ts'
import { createMemoryRegistry } from './testing/memory-registry.ts'
import { fact, NUMBERED, numbered } from './testing/sample-events.ts'

/** A registry, and the bus that its outbox publishes on. */
export interface RegistryEngines {
  readonly registry: Registry
  readonly bus: EventBus
}

/** What every Registry promises. @param makeSilent for the tests that publish nothing: a bus takes longer to open than most of them. */
export function registryContract(
  name: string,
  make: MakeEngine<RegistryEngines>,
  makeSilent: MakeEngine<RegistryEngines> = make,
): void {
  describe(`${name} is a Registry`, () => {
    let harness: Harness<RegistryEngines>
    let registry: Registry
    let bus: EventBus
    let tenant: TenantId
    let other: TenantId

    const testsOn = (making: MakeEngine<RegistryEngines>): void => {
      beforeEach(async () => {
        harness = await making()
        registry = harness.engine.registry
        bus = harness.engine.bus
        tenant = someTenant()
        other = someTenant()
      })
      afterEach(() => harness.close())
    }
    const create = (doc: SampleDoc, owner = tenant) => registry.write(samples, owner, doc, { expect: 'absent' })

    describe('one document', () => {
      testsOn(makeSilent)

      it('is read as it was written, at version 1, then 2', async () => {
        const doc = { id: 'a', name: 'ß\u0000\n', extra: { deep: [1, null, '\u{1F600}'] } }
        expect(await create(doc)).toEqual({ ok: true, version: 1 })
        expect(await registry.read(samples, tenant, 'a')).toEqual({ doc, version: 1 })
        expect(await registry.write(samples, tenant, { id: 'a', size: 2 }, { expect: 1 })).toEqual({
          ok: true,
          version: 2,
        })
        expect(await registry.read(samples, tenant, 'a')).toEqual({ doc: { id: 'a', size: 2 }, version: 2 })
      })

      it('is a conflict when it is not at the version expected, and stays as it is', async () => {
        await create({ id: 'a', name: 'first' })
        const conflict = { ok: false, conflict: 'version' }
        expect(await create({ id: 'a', name: 'second' })).toEqual(conflict)
        expect(await registry.write(samples, tenant, { id: 'a' }, { expect: 2 })).toEqual(conflict)
        expect(await registry.write(samples, tenant, { id: 'b' }, { expect: 1 })).toEqual(conflict)
        expect((await registry.read(samples, tenant, 'a'))?.doc.name).toBe('first')
      })

      it('is written by exactly one of 32 that read the same version', async () => {
        await create({ id: 'a' })
        const results = await Promise.all(
          range(32).map(n => registry.write(samples, tenant, { id: 'a', size: n }, { expect: 1 })),
        )
        expect(results.filter(r => r.ok)).toEqual([{ ok: true, version: 2 }])
        expect(results.findIndex(r => r.ok)).toBe((await registry.read(samples, tenant, 'a'))?.doc.size)
      })

      it('is created by exactly one of 32', async () => {
        const results = await Promise.all(range(32).map(n => create({ id: 'a', size: n })))
        expect(results.filter(r => r.ok)).toHaveLength(1)
      })

      it('takes every change of writers that read and try again', async () => {
        await create({ id: 'a', size: 0 })
        const add = async (): Promise<void> => {
          for (let written = false; !written; ) {
            const found = await registry.read(samples, tenant, 'a')
            const doc = { id: 'a', size: (found?.doc.size ?? 0) + 1 }
            written = (await registry.write(samples, tenant, doc, { expect: found?.version ?? 'absent' })).ok
          }
        }
        await Promise.all(range(16).map(add))
        expect(await registry.read(samples, tenant, 'a')).toEqual({ doc: { id: 'a', size: 16 }, version: 17 })
      })

      it('is removed at its version only, and may then be created again', async () => {
        await create({ id: 'a', label: 'l', tags: ['x'] })
        expect(await registry.remove(samples, tenant, 'a', 2)).toBe(false)
        expect(await registry.remove(samples, other, 'a', 1)).toBe(false)
        expect(await registry.remove(samples, tenant, 'a', 1)).toBe(true)
        expect(await registry.remove(samples, tenant, 'a', 1)).toBe(false)
        expect(await registry.list(samples, tenant, { where: { tags: 'x' }, limit: 9 })).toEqual([])
        expect(await create({ id: 'b', label: 'l' })).toEqual({ ok: true, version: 1 })
        expect(await create({ id: 'a' })).toEqual({ ok: true, version: 1 })
      })

      it('survives a restart, with its version and its keys', async () => {
        await create({ id: 'a', token: 't1', name: 'n' })
        registry = (await harness.reopen()).registry
        expect(await registry.read(samples, tenant, 'a')).toEqual({
          doc: { id: 'a', token: 't1', name: 'n' },
          version: 1,
        })
        expect(await create({ id: 'b', token: 't1' })).toMatchObject({ conflict: 'unique' })
        expect(await registry.list(samples, tenant, { where: { name: 'n' }, limit: 9 })).toHaveLength(1)
      })

      it('is refused when a declared field has another type', async () => {
        await expect(create({ id: 'a', size: '1' } as unknown as SampleDoc)).rejects.toThrow('size')
      })
    })

    describe('unique fields', () => {
      testsOn(makeSilent)

      it('are unique over all tenants, or within one', async () => {
        await create({ id: 'a', token: 't1', label: 'l1' })
        expect(await create({ id: 'b', token: 't1' }, other)).toEqual({ ok: false, conflict: 'unique', key: 'token' })
        expect(await create({ id: 'b', label: 'l1' })).toEqual({ ok: false, conflict: 'unique', key: 'label' })
        expect(await create({ id: 'b', label: 'l1' }, other)).toEqual({ ok: true, version: 1 })
        expect(await create({ id: 'c' })).toEqual({ ok: true, version: 1 })
        expect(await create({ id: 'd', token: null, label: null })).toEqual({ ok: true, version: 1 })
      })

      it('follow a change: the old value is free, the new one is taken', async () => {
        await create({ id: 'a', token: 't1' })
        await registry.write(samples, tenant, { id: 'a', token: 't2' }, { expect: 1 })
        expect(await create({ id: 'b', token: 't1' })).toMatchObject({ ok: true })
        expect(await create({ id: 'c', token: 't2' })).toMatchObject({ ok: false, conflict: 'unique' })
        expect(await registry.write(samples, tenant, { id: 'a', token: 't2' }, { expect: 2 })).toMatchObject({
          ok: true,
        })
      })

      it('go to exactly one of 32 that want the same value', async () => {
        const results = await Promise.all(
          range(32).map(n => create({ id: `d${n}`, token: 'wanted' }, n % 2 ? tenant : other)),
        )
        expect(results.filter(r => r.ok)).toHaveLength(1)
        for (const r of results) if (!r.ok) expect(r).toEqual({ ok: false, conflict: 'unique', key: 'token' })
      })

      it('find their document in any tenant; no other fields do', async () => {
        await create({ id: 'a', token: 't1', label: 'l1' })
        expect(await registry.findByUnique(samples, 'token', 't1')).toEqual({
          doc: { id: 'a', token: 't1', label: 'l1' },
          version: 1,
          tenantId: tenant,
        })
        expect(await registry.findByUnique(samples, 'token', 't2')).toBeUndefined()
        await expect(registry.findByUnique(samples, 'label', 'l1')).rejects.toThrow('label')
      })
    })

    describe('lists', () => {
      testsOn(makeSilent)

      it('return the same as the model, page by page, for any query', async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.record({ mine: fc.boolean(), fields: sampleFields }), { maxLength: 14 }),
            fc.array(sampleQuery, { minLength: 4, maxLength: 4 }),
            async (docs, queries) => {
              const model = createMemoryRegistry()
              const [mine, theirs] = [someTenant(), someTenant()]
              await Promise.all(
                docs.map(async (d, i) => {
                  const doc = { ...d.fields, id: `id${(i * 7) % 16}` }
                  for (const r of [model, registry])
                    await r.write(samples, d.mine ? mine : theirs, doc, { expect: 'absent' })
                }),
              )
              for (const query of queries) {
                const expected = await walk(model, mine, query)
                expect(await walk(registry, mine, query)).toEqual(expected)
                expect(await registry.count(samples, mine, query.where, 5)).toBe(Math.min(5, expected.length))
              }
            },
          ),
          { numRuns: cases(50) },
        )
      })

      it('refuse a field that is not declared, another type, a range or order over text[], and a limit out of bounds', async () => {
        const list = (q: object) => registry.list(samples, tenant, { limit: 1, ...q } as ListQuery<SampleDoc>)
        await expect(list({ where: { extra: 'x' } })).rejects.toThrow('extra')
        await expect(list({ where: { size: '1' } })).rejects.toThrow('size')
        await expect(list({ where: { tags: { gte: 'a' } } })).rejects.toThrow('tags')
        await expect(list({ order: { by: 'tags', direction: 'asc' } })).rejects.toThrow('text[]')
        await expect(list({ where: { name: { in: range(101).map(String) } } })).rejects.toThrow('100')
        await expect(list({ limit: 0 })).rejects.toThrow('limit')
        await expect(list({ limit: 1001 })).rejects.toThrow('limit')
      })

      it("never show another tenant's documents", async () => {
        await create({ id: 'a', name: 'n', tags: ['x'] })
        expect(await registry.read(samples, other, 'a')).toBeUndefined()
        for (const where of [{}, { name: 'n' }, { tags: 'x' }]) {
          expect(await registry.list(samples, other, { where, limit: 9 })).toEqual([])
          expect(await registry.count(samples, other, where, 9)).toBe(0)
        }
        expect(await registry.write(samples, other, { id: 'a' }, { expect: 1 })).toMatchObject({ conflict: 'version' })
      })
    })

    describe('the outbox', () => {
      testsOn(make)

      let running: Running | undefined
      afterEach(async () => {
        await running?.stop()
        running = undefined
      })
      const collect = async (from: EventBus = bus): Promise<string[]> => {
        const seen: string[] = []
        running = await from.subscribe({
          group: 'contract',
          kinds: [NUMBERED, 'internal.evidence.fact'],
          async handle(batch) {
            seen.push(...batch.map(d => d.envelope.subject.id))
            return batch.map(() => 'ok')
          },
        })
        return seen
      }

      it('publishes the events of a write soon after, in order', async () => {
        const seen = await collect()
        for (const n of range(10))
          await registry.write(
            samples,
            tenant,
            { id: 'a', size: n },
            {
              expect: n === 0 ? 'absent' : n,
              emit: [numbered(tenant, 2 * n), numbered(tenant, 2 * n + 1)],
            },
          )
        await until(() => seen.length >= 20, 'the events')
        expect(seen).toEqual(range(20).map(n => `evt_${n}`))
        expect((await registry.read(samples, tenant, 'a'))?.version).toBe(10)
      })

      it('publishes the events of a write with their traces', async () => {
        const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
        const seen: (string | undefined)[] = []
        const running = await harness.engine.bus.subscribe({
          group: 'traces',
          kinds: ['internal.evidence.fact'],
          async handle(batch) {
            seen.push(...batch.map(d => d.traceparent))
            return batch.map(() => 'ok')
          },
        })
        const options = { expect: 'absent', emit: [fact(tenant, 'evt_1')], traceOf: () => traceparent } as const
        await registry.write(samples, tenant, { id: 'a' }, options)
        await until(() => seen.length > 0, 'the event')
        await running.stop()
        expect(seen).toEqual([traceparent])
      })

      it('publishes nothing of a write that was a conflict', async () => {
        const seen = await collect()
        await create({ id: 'a', token: 't' })
        await registry.write(samples, tenant, { id: 'a' }, { expect: 'absent', emit: [fact(tenant, 'evt_1')] })
        await registry.write(
          samples,
          tenant,
          { id: 'b', token: 't' },
          { expect: 'absent', emit: [fact(tenant, 'evt_2')] },
        )
        await registry.write(samples, tenant, { id: 'c' }, { expect: 'absent', emit: [fact(tenant, 'evt_3')] })
        await until(() => seen.length > 0, 'the event')
        expect(seen).toEqual(['evt_3'])
      })

      it('refuses more events than may wait, and an event that does not match its schema; nothing is written', async () => {
        const many = range(MAX_OUTBOX + 1).map(n => numbered(tenant, n))
        await expect(registry.write(samples, tenant, { id: 'a' }, { expect: 'absent', emit: many })).rejects.toThrow()
        const bad = { ...fact(tenant, 'evt_1'), subject: { type: 'wrong', id: 'x' } }
        await expect(registry.write(samples, tenant, { id: 'a' }, { expect: 'absent', emit: [bad] })).rejects.toThrow()
        expect(await registry.read(samples, tenant, 'a')).toBeUndefined()
      })

      it('allows a document to be removed once its events are published', async () => {
        await registry.write(samples, tenant, { id: 'a' }, { expect: 'absent', emit: [fact(tenant, 'evt_1')] })
        await until(() => registry.remove(samples, tenant, 'a', 1), 'the removal')
        const seen = await collect()
        await until(() => seen.length > 0, 'the event')
        expect(seen).toEqual(['evt_1'])
      })

      it('keeps what was written just before a restart', async () => {
        await Promise.all(
          range(20).map(n =>
            registry.write(samples, tenant, { id: `d${n}` }, { expect: 'absent', emit: [fact(tenant, `evt_${n}`)] }),
          ),
        )
        const engines = await harness.reopen()
        const seen = await collect(engines.bus)
        await until(() => new Set(seen).size >= 20, 'the events')
      })
    })
  })
}

/** All pages of a query. */
async function walk(registry: Registry, tenant: TenantId, query: ListQuery<SampleDoc>): Promise<SampleDoc[]> {
  const found: SampleDoc[] = []
  for (let page = query; ; ) {
    const rows = await registry.list(samples, tenant, page)
    found.push(...rows.map(r => r.doc))
    const last = rows.at(-1)
    if (!last || rows.length < query.limit) return found
    page = { ...query, after: placeAfter(query, last.doc) }
  }
}
