import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import { NUMBERED, numbered } from '@wardline/ports/testing'
import { type EmbeddedEngines, openEmbedded, snapshotDatabases } from '../index.ts'
import { CRASH_TIME, crashDocs, crashItem } from '../testing/crash-samples.ts'
import { type TemporaryEngines, temporaryEngines } from '../testing/temporary.ts'
import { betweenRounds } from './gate.ts'

const tenant = tenantId('ten_snapshot')
const LANES = 3
const LANE = 100_000

let harness: TemporaryEngines
const folders: string[] = []
beforeEach(async () => {
  harness = await temporaryEngines({ settings: { maintenanceMs: 50 } })
})
afterEach(async () => {
  await harness.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
const emptyFolder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'wardline-snapshot-'))
  folders.push(made)
  return made
}

/**
 * Writes a document with an event, then puts an index item, then the next, until it is told to stop. Returns how many
 * were written completely.
 */
async function lane({ registry, index }: EmbeddedEngines, first: number, goesOn: () => boolean): Promise<void> {
  for (let n = first; goesOn(); n++) {
    const doc = { id: `doc_${n}`, label: `l${n}` }
    await registry.write(crashDocs, tenant, doc, { expect: 'absent', emit: [numbered(tenant, n)] })
    await index.put([crashItem(tenant, n)])
  }
}

interface Seen {
  readonly docs: readonly number[]
  readonly items: readonly number[]
  readonly events: readonly number[]
}

const numberOf = (id: unknown): number => Number(String(id).split('_')[1])

/** Everything in a folder. */
async function contents(dataDir: string): Promise<Seen> {
  const { registry, index, bus, close } = await openEmbedded({ dataDir })
  try {
    const docs: number[] = []
    for (let after: { value: string; id: string } | undefined; ; ) {
      const page = await registry.list(crashDocs, tenant, { limit: 1000, ...(after ? { after } : {}) })
      docs.push(...page.map(p => numberOf(p.doc.id)))
      const last = page.at(-1)
      if (!last) break
      after = { value: last.doc.id, id: last.doc.id }
    }
    const items: number[] = []
    const query = { from: CRASH_TIME, to: CRASH_TIME + 1000, order: 'asc', limit: 200, deadlineMs: 60_000 } as const
    for (let after: string | undefined; ; ) {
      const page = await index.search(tenant, after === undefined ? query : { ...query, after })
      expect(page.coverage.incomplete).toEqual([])
      items.push(...page.items.map(i => numberOf(i.event.event_id)))
      if (page.next === null) break
      after = page.next
    }
    const events: number[] = []
    const running = await bus.subscribe({
      group: 'check',
      kinds: [NUMBERED],
      async handle(batch) {
        events.push(...batch.map(({ envelope }) => numberOf(envelope.subject.id)))
        return batch.map(() => 'ok')
      },
    })
    while (running.health().lag > 0) await new Promise(resolve => setTimeout(resolve, 10))
    await running.stop()
    return { docs, items, events }
  } finally {
    await close()
  }
}

describe('a snapshot of the databases', () => {
  it('shows all files as of one instant, whatever is written meanwhile, and is for its owner only', async () => {
    let goesOn = true
    const lanes = Array.from({ length: LANES }, (_, i) => lane(harness.engine, i * LANE, () => goesOn))
    const taken: string[] = []
    for (let i = 0; i < 4; i++) {
      await new Promise(resolve => setTimeout(resolve, 150))
      const target = emptyFolder()
      const files: string[] = []
      await snapshotDatabases(harness.dataDir, target, { onFile: file => void files.push(file) })
      expect(files).toEqual(expect.arrayContaining(['registry.sqlite', 'bus/groups.sqlite', 'index/catalog.sqlite']))
      for (const file of files) expect(statSync(join(target, file)).mode & 0o077).toBe(0)
      taken.push(target)
    }
    goesOn = false
    await Promise.all(lanes)

    let before = 0
    for (const target of taken) {
      const seen = await contents(target)
      expect(new Set(seen.items).size).toBe(seen.items.length)
      expect(seen.docs.length).toBeGreaterThan(before)
      before = seen.docs.length
      for (let i = 0; i < LANES; i++) {
        const of = (all: readonly number[]): number[] => all.filter(n => Math.floor(n / LANE) === i)
        const [docs, items] = [of(seen.docs).length, of(seen.items).length]
        expect([docs, docs - 1]).toContain(items)
        expect(Math.max(...of(seen.docs))).toBe(i * LANE + docs - 1)
        expect([...new Set(of(seen.events))].sort((a, b) => a - b)).toEqual(of(seen.docs).sort((a, b) => a - b))
      }
    }
  })

  it('holds every event once while partitions are sealed, compacted and dropped', async () => {
    const { index } = harness.engine
    const [DAYS, PER_DAY] = [8, 150]
    const dayOf = (n: number): string => `2026-11-${String(10 + (n % DAYS)).padStart(2, '0')}`
    const all = Array.from({ length: DAYS * PER_DAY }, (_, n) => ({ ...crashItem(tenant, n), partitionDay: dayOf(n) }))
    await index.put(all)
    const partitions = await index.partitions()
    expect(partitions).toHaveLength(DAYS)
    const [dropped, ...kept] = partitions
    const moves = (async () => {
      for (const p of kept) await index.seal(p)
      await index.drop(dropped!)
    })()
    let moving = true
    void moves.finally(() => {
      moving = false
    })
    const taken: string[] = []
    while (moving) {
      taken.push(emptyFolder())
      await snapshotDatabases(harness.dataDir, taken.at(-1)!)
    }
    await moves
    expect(taken.length).toBeGreaterThan(0)
    const whole = all.map((_, n) => n)
    const without = whole.filter(n => dayOf(n) !== dropped!.day)
    const some = Array.from({ length: 5 }, (_, i) => taken[Math.floor((i * (taken.length - 1)) / 4)]!)
    for (const target of new Set(some)) {
      const items = [...(await contents(target)).items].sort((a, b) => a - b)
      expect(items).toEqual(items.length === whole.length ? whole : without)
    }
  })

  it('may be taken of a folder that nobody has open', async () => {
    const { registry } = harness.engine
    await registry.write(crashDocs, tenant, { id: 'doc_1', label: 'l' }, { expect: 'absent' })
    await harness.engine.close()
    const target = emptyFolder()
    await snapshotDatabases(harness.dataDir, target)
    expect((await contents(target)).docs).toEqual([1])
    await harness.reopen()
  })
})

describe('the gate', () => {
  it('held by a stuck process delays rounds once, and no snapshot then claims to show one instant', async () => {
    const holder = new DatabaseSync(join(harness.dataDir, 'gate'))
    holder.exec('BEGIN EXCLUSIVE')
    const { registry } = harness.engine
    for (const id of ['doc_1', 'doc_2', 'doc_3'])
      expect(await registry.write(crashDocs, tenant, { id, label: id }, { expect: 'absent' })).toMatchObject({
        ok: true,
      })
    holder.close()
    expect(() => betweenRounds(harness.dataDir, () => 'seen')).toThrow('could not be held still')
  })
})
