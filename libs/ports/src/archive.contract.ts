import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { TenantId } from '@wardline/kernel'
import fc from 'fast-check'
import { type Archive, type ArchivedEvent, type ArchiveKey, type ArchiveName, ArchiveUnreadable } from './archive.ts'
import { cases } from './contract/cases.ts'
import { type Harness, type MakeEngine, range, someTenant } from './contract/harness.ts'

const AT = { at: '2026-11-21T12:00:00.000Z' }
const key = (n = 7): ArchiveKey => ({ id: `key_${n}`, bytes: new Uint8Array(32).fill(n) })
const event = (n: number): ArchivedEvent => ({
  event_id: `evt_${n}`,
  event_time: new Date(Date.parse('2026-08-01T00:00:00Z') + n * 1000).toISOString(),
  summary: `line ${n} ß \u2028 "quoted"`,
  unmapped: { list: [n, null, true], text: 'a\nb' },
})

async function* pages(...all: readonly (readonly ArchivedEvent[])[]): AsyncGenerator<readonly ArchivedEvent[]> {
  yield* all
}

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = []
  for await (const one of all) out.push(one)
  return out
}

/** What every Archive promises. */
export function archiveContract(name: string, make: MakeEngine<Archive>): void {
  describe(`${name} is an Archive`, () => {
    let harness: Harness<Archive>
    let archive: Archive
    let tenant: TenantId
    beforeEach(async () => {
      harness = await make()
      archive = harness.engine
      tenant = someTenant()
    })
    afterEach(() => harness.close())
    const object = (over: Partial<ArchiveName> = {}): ArchiveName => ({
      tenantId: tenant,
      day: '2026-08-01',
      retentionClass: 'standard',
      part: 'a1',
      ...over,
    })
    const readAll = async (of: ArchiveName, under = key()): Promise<ArchivedEvent[]> =>
      (await collect(archive.read(of, under))).flat()

    it('gives back what was put, in order, and a manifest that says what it is', async () => {
      const events = range(2500).map(event)
      const manifest = await archive.put(object(), key(), pages(events.slice(0, 7), [], events.slice(7)), AT)
      expect(manifest).toMatchObject({
        format_version: 1,
        tenant_id: tenant,
        day: '2026-08-01',
        retention_class: 'standard',
        part: 'a1',
        key_id: 'key_7',
        events: 2500,
        first_event_time: Date.parse('2026-08-01T00:00:00Z'),
        last_event_time: Date.parse('2026-08-01T00:00:00Z') + 2_499_000,
        created_at: AT.at,
        rewrites: [],
      })
      expect(manifest.sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(manifest.raw_bytes).toBeGreaterThan(0)
      expect(await archive.verify(manifest, key())).toEqual({ ok: true })
      archive = await harness.reopen()
      expect(await archive.manifest(object())).toEqual(manifest)
      expect(await readAll(object())).toEqual(events)
    })

    it('keeps any event as it is', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 20 }), async all => {
          const events = all.map((more, n) => ({ ...more, ...event(n) }))
          const manifest = await archive.put(object(), key(), pages(events), AT)
          expect(await archive.verify(manifest, key())).toEqual({ ok: true })
          expect(await readAll(object())).toEqual(JSON.parse(JSON.stringify(events)))
        }),
        { numRuns: cases(25) },
      )
    })

    it('replaces a whole object, and chains its manifest when told to', async () => {
      const first = await archive.put(object(), key(), pages(range(5).map(event)), AT)
      const rewrites = [{ at: AT.at, reason: 'erasure', removed: 2, previous_manifest_sha256: 'a'.repeat(64) }] as const
      const second = await archive.put(object(), key(), pages(range(3).map(event)), { ...AT, rewrites })
      expect(second.rewrites).toEqual(rewrites)
      expect(await readAll(object())).toEqual(range(3).map(event))
      expect(await archive.verify(second, key())).toEqual({ ok: true })
      expect(await archive.verify(first, key())).toEqual({ ok: false, fault: 'manifest_altered' })
      expect(await archive.holds(tenant, 'evt_4')).toBe(false)
    })

    it('may be an object without events', async () => {
      const manifest = await archive.put(object(), key(), pages(), AT)
      expect(manifest).toMatchObject({ events: 0, raw_bytes: 0, first_event_time: null, last_event_time: null })
      expect(await archive.verify(manifest, key())).toEqual({ ok: true })
      expect(await readAll(object())).toEqual([])
    })

    it('leaves the earlier object in place when the events cannot be read to the end', async () => {
      await archive.put(object(), key(), pages([event(1)]), AT)
      async function* broken(): AsyncGenerator<readonly ArchivedEvent[]> {
        yield [event(2)]
        throw new Error('the index went away')
      }
      await expect(archive.put(object(), key(), broken(), AT)).rejects.toThrow('the index went away')
      expect(await readAll(object())).toEqual([event(1)])
    })

    it('opens only with its own key', async () => {
      const manifest = await archive.put(object(), key(), pages([event(1)]), AT)
      await expect(readAll(object(), key(8))).rejects.toThrow(ArchiveUnreadable)
      expect(await archive.verify(manifest, key(8))).toEqual({ ok: false, fault: 'undecryptable' })
      expect(await archive.verify(manifest, undefined)).toEqual({ ok: true })
    })

    it('tells which events it has, in any object and of no other tenant', async () => {
      await archive.put(object(), key(), pages(range(3000).map(event)), AT)
      await archive.put(object({ day: '2025-01-01', part: 'b2' }), key(), pages([event(9000)]), AT)
      for (const n of [0, 1, 1499, 2999, 9000]) expect([n, await archive.holds(tenant, `evt_${n}`)]).toEqual([n, true])
      for (const n of [3000, 8999]) expect([n, await archive.holds(tenant, `evt_${n}`)]).toEqual([n, false])
      expect(await archive.holds(someTenant(), 'evt_1')).toBe(false)
    })

    it("lists a tenant's objects, oldest day first, and removes them", async () => {
      const names = [
        object({ day: '2025-12-31' }),
        object({ day: '2026-01-01' }),
        object({ day: '2026-01-02', part: 'b2' }),
      ]
      for (const one of [...names].reverse()) await archive.put(one, key(), pages([event(1)]), AT)
      await archive.put(object({ tenantId: someTenant() }), key(), pages([event(1)]), AT)
      expect(await collect(archive.list(tenant))).toEqual(names)
      await archive.remove(names[1]!)
      await archive.remove(names[1]!)
      await archive.remove(object({ tenantId: someTenant(), day: '1999-01-01' }))
      expect(await collect(archive.list(tenant))).toEqual([names[0], names[2]])
      expect(await archive.manifest(names[1]!)).toBeUndefined()
      await expect(readAll(names[1]!)).rejects.toMatchObject({ fault: 'manifest_missing' })
    })
  })
}
