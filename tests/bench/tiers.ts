import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileArchive } from '@wardline/archive'
import { DAY_MS } from '@wardline/kernel'
import { createTestClock } from '@wardline/ports/testing'
import { archiveRestores, archives } from '@wardline/registries'
import { createWorld, type World } from '../tiers/world.ts'
import { deliverLoad } from './support/deliver-load.ts'
import { type Row, report } from './support/report.ts'
import { openSubject, type Subject } from './support/subject.ts'

interface TiersOptions {
  readonly events: number
  readonly profile: string
  readonly json: boolean
}

const TENANTS = 4

/** What an event takes in each tier, and how fast a partition moves: one day of four tenants, the mover unlimited. */
export async function benchTiers({ events, profile, json }: TiersOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-bench-tiers-'))
  const clock = createTestClock()
  const subject = await openSubject(profile, folder, clock)
  try {
    const archive = createFileArchive(join(folder, 'archive'))
    const world = await createWorld({ ...subject.engines, archive }, { tenantCount: TENANTS, clock })
    const rows = await measure(world, subject, events)
    report(`tiers, ${profile} profile: ${events} events of ${TENANTS} tenants on one day`, rows, [], json)
  } finally {
    await subject.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(world: World, subject: Subject, events: number): Promise<Row[]> {
  const raw = await deliverLoad(world, events)
  const hot = await subject.size()
  const move = async (days: number): Promise<number> => {
    world.clock.advance(days * DAY_MS)
    const started = performance.now()
    await world.moveTiers()
    return events / ((performance.now() - started) / 1000)
  }
  const sealed = await move(31)
  const warm = await subject.size()
  const archived = await move(60)
  const records = (await Promise.all(world.tenants.map(t => world.registry.list(archives, t, { limit: 10 })))).flat()
  const cold = records.reduce((sum, { doc }) => sum + doc.manifest.bytes, 0)
  const ndjson = records.reduce((sum, { doc }) => sum + doc.manifest.raw_bytes, 0)

  const [tenant] = world.tenants
  const mine = (await world.registry.list(archives, tenant!, { limit: 10 }))[0]!.doc
  const verifying = performance.now()
  await world.call('verifyArchives', tenant!)
  const verified = mine.manifest.events / ((performance.now() - verifying) / 1000)
  await world.call('createArchiveRestore', tenant!, { body: { from: mine.day, to: mine.day } })
  const restoring = performance.now()
  await world.moveTiers()
  const [restore] = await world.registry.list(archiveRestores, tenant!, { limit: 1 })
  const restored = (restore?.doc.events ?? 0) / ((performance.now() - restoring) / 1000)

  const each = (name: string, label: string, bytes: number): Row[] => [
    { name: `${name}_bytes`, label: `${label}, per event`, value: bytes / events, unit: 'bytes' },
    { name: `${name}_ratio`, label: `${label}, of the raw size`, value: bytes / raw },
  ]
  return [
    { name: 'raw_bytes', label: 'raw, per event', value: raw / events, unit: 'bytes' },
    ...each('hot', 'hot', hot),
    ...each('warm', 'warm', warm),
    ...each('ndjson', 'normalized, as NDJSON', ndjson),
    ...each('cold', 'cold: zstd, sealed', cold),
    { name: 'seal_rate', label: 'hot to warm', value: sealed, unit: 'events/s' },
    { name: 'archive_rate', label: 'warm to cold, written, read back, dropped', value: archived, unit: 'events/s' },
    { name: 'verify_rate', label: 'verified', value: verified, unit: 'events/s' },
    { name: 'restore_rate', label: 'restored', value: restored, unit: 'events/s' },
    { name: 'rss', label: 'RSS at the end', value: process.memoryUsage.rss() / 1_048_576, unit: 'MiB' },
  ]
}
