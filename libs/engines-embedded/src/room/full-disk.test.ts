// Each kind of write on a disk without a free byte, and again once there is room.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { type Envelope, loadSchema } from '@wardline/events'
import { DAY_MS, tenantId } from '@wardline/kernel'
import { createTestClock, numbered } from '@wardline/ports/testing'
import { defineCollection } from '@wardline/registries'
import { type EmbeddedEngines, openEmbedded, storedBytes } from '../index.ts'
import { crashItem } from '../testing/crash-samples.ts'
import { describeWithSmallDisk, type SmallDisk, smallDisk } from '../testing/small-disk.ts'

interface Doc {
  readonly id: string
  readonly text: string
}
const shape = { owner: 'gateway', schemaVersion: 1, fields: {}, indexes: [] } as const
const essential = defineCollection<Doc>({ ...shape, name: 'essential_docs', essential: true })
const others = defineCollection<Doc>({ ...shape, name: 'other_docs' })

const MIB = 1_048_576
const RESERVE = 8 * MIB
const FULL = { code: 'storage_full', status: 503 }
const tenant = tenantId('ten_full')
const received = (loadSchema('log.event.received').examples as Envelope[])[0] as Envelope
const text = 'x'.repeat(4_000)

describeWithSmallDisk('on a disk without a free byte', () => {
  let disk: SmallDisk
  let dataDir: string
  let engines: EmbeddedEngines
  const clock = createTestClock()
  const open = () => openEmbedded({ dataDir, clock, settings: { reserveBytes: RESERVE } })
  const write = (c: typeof others, id: string, expect: number | 'absent', emit: Envelope[] = []) =>
    engines.registry.write(c, tenant, { id, text }, { expect, emit: emit as never })
  async function until(holds: () => unknown): Promise<void> {
    for (const end = Date.now() + 30_000; !(await holds()); await new Promise(r => setTimeout(r, 20)))
      if (Date.now() > end) throw new Error(`it does not come true: ${holds}`)
  }
  const complete = () => until(async () => (await engines.storage()).heldBytes === RESERVE)

  beforeEach(async () => {
    disk = smallDisk(64)
    dataDir = join(disk.path, 'data')
    mkdirSync(dataDir)
    engines = await open()
    for (const c of [essential, others]) await write(c, 'first', 'absent')
    await engines.index.put([crashItem(tenant, 1)])
    await complete()
  })
  afterEach(async () => {
    await engines.close()
    disk.remove()
  })

  it('the bus, other documents and the index refuse, a removal and essential documents do not', async () => {
    disk.fill(0)
    await expect(engines.bus.publish([received])).rejects.toMatchObject(FULL)
    await expect(engines.bus.publish([numbered(tenant, 1)])).rejects.toMatchObject(FULL)
    await expect(write(others, 'second', 'absent')).rejects.toMatchObject({ ...FULL, retryAfter: 10 })
    expect(await engines.index.put([crashItem(tenant, 2)])).toEqual(['retry'])
    for (const partition of await engines.index.partitions())
      await expect(engines.index.seal(partition)).rejects.toMatchObject(FULL)
    expect(await engines.registry.remove(others, tenant, 'first', 1)).toBe(true)
    expect(await write(essential, 'second', 'absent')).toMatchObject({ ok: true })
    expect((await engines.storage()).level).toBe('reserve_only')
  })

  it('an erasure does not purge, which needs room; afterwards it does, and the reserve is complete', async () => {
    disk.fill(0)
    await expect(engines.registry.purge()).rejects.toMatchObject(FULL)
    disk.clear()
    await until(async () => (await engines.storage()).level === 'enough')
    await engines.registry.purge()
    await complete()
  })

  it('a document is changed 3,000 times, and the reserve stays', async () => {
    disk.fill(0)
    await write(essential, 'second', 'absent')
    for (let version = 1; version <= 3_000; version += 20)
      for (let i = 0; i < 20; i++) expect(await write(essential, 'first', version + i)).toMatchObject({ ok: true })
    expect((await engines.storage()).heldBytes).toBeGreaterThan(RESERVE - MIB)
  })

  it('new documents are refused before the reserve is used up, changes are not, and all are there afterwards', async () => {
    disk.fill(0)
    let n = 0
    let refused: unknown
    for (; refused === undefined; n++)
      await write(essential, `new_${n}`, 'absent').catch(error => {
        refused = error
      })
    expect(refused).toMatchObject(FULL)
    expect(n).toBeGreaterThan(300)
    for (let version = 1; version <= 100; version++)
      expect(await write(essential, 'first', version)).toMatchObject({ ok: true })
    expect(disk.freeBytes()).toBe(0)
    disk.clear()
    await complete()
    expect(await engines.registry.count(essential, tenant, {}, 10_000)).toBe(n)
  })

  it('events of essential documents wait, and are published in order once there is room', async () => {
    disk.fill(0)
    // A new day needs a new file.
    clock.advance(DAY_MS)
    for (let i = 1; i <= 20; i++) await write(essential, `doc_${i}`, 'absent', [numbered(tenant, i)])
    expect((await engines.status()).waitingInOutbox).toBe(20)
    disk.clear()
    const seen: string[] = []
    await until(async () => (await engines.status()).waitingInOutbox === 0)
    const running = await engines.bus.subscribe({
      group: 'late',
      kinds: [numbered(tenant, 1).kind],
      async handle(batch) {
        seen.push(...batch.map(d => d.envelope.subject.id))
        return batch.map(() => 'ok')
      },
    })
    await until(() => seen.length === 20)
    await running.stop()
    expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => `evt_${i + 1}`))
  })

  it('a start gets room for small files out of the reserve, more if it asks, and what it leaves is kept for the next', async () => {
    disk.fill(0)
    await until(async () => (await engines.storage()).level === 'reserve_only')
    const held = async () => (await engines.storage()).heldBytes
    await engines.atStart.moreRoom()
    const given = disk.freeBytes()
    expect(given).toBeGreaterThanOrEqual(2 * MIB)
    expect(await held()).toBe(RESERVE - given)
    await engines.atStart.moreRoom()
    expect(disk.freeBytes()).toBeGreaterThan(given)
    await engines.atStart.keepRoom()
    expect(disk.freeBytes()).toBe(0)
    expect(await held()).toBe(RESERVE)
  })

  it('a start works five times over, the events of the index are known, and a put goes on once there is room', async () => {
    for (let i = 0; i < 5; i++) {
      disk.fill(0)
      await engines.close()
      disk.fill(0)
      engines = await open()
      expect(await write(essential, `start_${i}`, 'absent')).toMatchObject({ ok: true })
    }
    disk.clear()
    let put: unknown
    await until(async () => {
      ;[put] = await engines.index.put([crashItem(tenant, 1)])
      return put !== 'retry'
    })
    expect(put).toBe('duplicate')
    await complete()
    expect(storedBytes(dataDir, RESERVE).held).toBe(RESERVE)
  })
})
