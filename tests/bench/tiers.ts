import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileArchive } from '@wardline/archive'
import { openDistributed, readDistributedConfig } from '@wardline/engines-distributed'
import { openEmbedded } from '@wardline/engines-embedded'
import { originEnvelope } from '@wardline/events'
import { newId, rfc3339 } from '@wardline/kernel'
import { createTestClock } from '@wardline/ports/testing'
import { archiveRestores, archives } from '@wardline/registries'
import { findOrStartEngines } from '../../tools/test/engines.ts'
import { createWorld, DAY_MS, type Engines, type World } from '../tiers/world.ts'
import { makeEvent, randomSource } from './support/events.ts'
import { type Row, report } from './support/report.ts'

interface TiersOptions {
  readonly events: number
  readonly profile: string
  readonly json: boolean
}

interface Subject {
  readonly engines: Omit<Engines, 'archive'>
  /** What the partitions take on the disk, once what was written has settled. */
  size(): Promise<number>
  close(): Promise<void>
}

type Clock = ReturnType<typeof createTestClock>

const TENANTS = 4
const BATCH = 2000

/** What an event takes in each tier, and how fast a partition moves: one day of four tenants, the mover unlimited. */
export async function benchTiers({ events, profile, json }: TiersOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-bench-tiers-'))
  const clock = createTestClock()
  const subject = await (profile === 'distributed' ? onRealEngines(clock) : onEmbedded(folder, clock))
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
  const raw = await load(world, events)
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

/** Through the normalizer, as in life. @returns bytes of the raw logs. */
async function load(world: World, events: number): Promise<number> {
  const random = randomSource(7)
  const now = world.clock.now()
  let bytes = 0
  for (let from = 0; from < events; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, events - from) }, (_, i) => {
      const n = from + i
      const { raw } = makeEvent(n, random, now)
      bytes += Buffer.byteLength(typeof raw === 'string' ? raw : JSON.stringify(raw))
      const eventId = newId('evt')
      const envelope = originEnvelope({
        kind: 'log.event.received',
        tenantId: world.tenants[n % TENANTS]!,
        producer: 'ingest',
        subject: { type: 'log_event', id: eventId },
        correlationId: 'cor_bench',
        now,
        payload: {
          event_id: eventId,
          batch_id: 'bat_1',
          batch_index: i,
          log_source_id: 'src_1',
          source: { format: 'auto', vendor: null, product: null, timezone: 'UTC', version: 1 },
          raw: raw as string,
          raw_kind: typeof raw === 'string' ? 'text' : 'object',
          event_ref: null,
          observed_at: null,
          asset_id: null,
          received_at: rfc3339(now),
          encoding_replaced: false,
        },
      })
      return { envelope, position: { partition: 0, offset: String(n) } }
    })
    const context = { signal: new AbortController().signal, heartbeat: async () => {} }
    await world.service.subscriptions[0]!.handle(batch, context)
  }
  return bytes
}

async function onEmbedded(folder: string, clock: Clock): Promise<Subject> {
  const { close, ...engines } = await openEmbedded({ dataDir: join(folder, 'data'), clock })
  return {
    engines,
    // Without the write-ahead log, which is of one size however much there is.
    size: async () =>
      globSync(join(folder, 'data/index/[0-9]*/*.sqlite')).reduce((sum, file) => sum + statSync(file).size, 0),
    close,
  }
}

async function onRealEngines(clock: Clock): Promise<Subject> {
  const found = await findOrStartEngines()
  if (!found) throw new Error('the distributed profile needs engines')
  const prefix = `bench${newId('env').slice(4, 12)}-`
  const config = readDistributedConfig({
    ...found.environment,
    WARDLINE_ENGINE_PREFIX: prefix,
    WARDLINE_KAFKA_REPLICATION_FACTOR: '1',
    WARDLINE_KAFKA_MIN_INSYNC_REPLICAS: '1',
    WARDLINE_OPENSEARCH_REPLICAS: '0-0',
  })
  const { close, health: _, ...engines } = await openDistributed({ config, log: console, clock })
  const search = async (path: string): Promise<unknown> =>
    (await fetch(`${config.opensearch.urls[0]}/${prefix}logs-*/${path}`, { method: 'POST' })).json()
  return {
    engines,
    async size() {
      await search('_flush?wait_if_ongoing=true')
      const stats = (await (await fetch(`${config.opensearch.urls[0]}/${prefix}logs-*/_stats/store`)).json()) as {
        _all: { primaries: { store?: { size_in_bytes: number } } }
      }
      return stats._all.primaries.store?.size_in_bytes ?? 0
    },
    async close() {
      for (const partition of await engines.index.partitions()) await engines.index.drop(partition)
      await close()
      await found.stop()
    },
  }
}
