import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogIndex, SearchQuery } from '@wardline/ports'
import { createMemoryArchive, createTestClock } from '@wardline/ports/testing'
import type { World } from '../tiers/world.ts'
import { opensearchSearch, startRecorder } from './floors/opensearch-search.ts'
import { sqliteSearch } from './floors/sqlite-search.ts'
import { capturingWorld, corpus, DAYS, makePool } from './search/corpus.ts'
import { type Shape, shapes } from './search/shapes.ts'
import { quantile, type Row, report } from './support/report.ts'
import { openSubject, type Subject } from './support/subject.ts'

interface SearchOptions {
  readonly events: number
  readonly profile: string
  readonly json: boolean
}

const TENANTS = 5
const ROUNDS = 60
const WARM_UP = 5

/** Six searches over a month of events: the engine alone, the log index, and the operation of the API (without HTTP), in turn. */
export async function benchSearch({ events, profile, json }: SearchOptions): Promise<void> {
  const folder = mkdtempSync(join(process.env.WARDLINE_BENCH_DIR ?? tmpdir(), 'wardline-bench-search-'))
  const clock = createTestClock()
  const subject = await openSubject(profile, folder, clock)
  try {
    const captured = await capturingWorld({ ...subject.engines, archive: createMemoryArchive() }, TENANTS, clock)
    const pool = await makePool(captured)
    const began = performance.now()
    const loaded = await load(captured.world, subject.engines.index, corpus(captured.world, pool, events))
    const loadSeconds = (performance.now() - began) / 1000
    const size = await subject.size()
    const floor = await openFloor(subject, folder, captured.world)
    const measured: Row[] = []
    for (const shape of shapes(clock.now())) measured.push(...(await measure(captured.world, subject, floor, shape)))
    await floor.close()
    const rows: Row[] = [
      { name: 'load_rate', label: 'put into the index', value: loaded / loadSeconds, unit: 'events/s' },
      { name: 'bytes_per_event', label: 'on the disk, per event', value: size / loaded, unit: 'bytes' },
      ...measured,
      { name: 'peak_rss_mib', label: 'peak RSS', value: process.resourceUsage().maxRSS / 1024, unit: 'MiB' },
    ]
    report(`search, ${profile} profile: ${loaded} events of ${TENANTS} tenants over ${DAYS} days`, rows, [], json)
  } finally {
    await subject.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function load(world: World, index: LogIndex, batches: Iterable<Parameters<LogIndex['put']>[0]>): Promise<number> {
  let loaded = 0
  const put = async (items: Parameters<LogIndex['put']>[0]): Promise<void> => {
    for (let rest = items; rest.length > 0; ) {
      const results = await index.put(rest)
      loaded += results.filter(r => r === 'created').length
      rest = rest.filter((_, i) => results[i] === 'retry')
      if (rest.length > 0) await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  let before: Promise<void> = Promise.resolve()
  for (const batch of batches) {
    const now = put(batch)
    await before
    before = now
  }
  await before
  const { refreshMs } = index.capabilities
  await new Promise(resolve => setTimeout(resolve, 2 * refreshMs))
  if ((await world.index.partitions()).length === 0) throw new Error('nothing was stored')
  return loaded
}

/** The same page from the engine alone. */
interface Floor {
  prepare(shape: Shape, after: string | undefined): Promise<() => Promise<unknown>>
  close(): Promise<void>
}

async function openFloor({ opensearch, through }: Subject, folder: string, world: World): Promise<Floor> {
  const tenant = world.tenants[0]!
  if (!opensearch || !through) {
    const files = sqliteSearch(join(folder, 'data/index'), tenant)
    return {
      prepare:
        async ({ query, skip }) =>
        async () =>
          files.page(query, skip),
      close: async () => files.close(),
    }
  }
  const recorder = await startRecorder(opensearch.url)
  const recorded = await through(recorder.url)
  const client = opensearchSearch(opensearch.url)
  return {
    async prepare({ query }, after) {
      const sent = await recorder.record(() => recorded.engines.index.search(tenant, pageOf(query, after)))
      return () => client.send(sent)
    },
    async close() {
      await recorded.close()
      recorder.close()
      await client.close()
    },
  }
}

const pageOf = (query: Shape['query'], after: string | undefined): SearchQuery =>
  after === undefined ? query : { ...query, after }

async function measure(world: World, subject: Subject, floor: Floor, shape: Shape): Promise<Row[]> {
  const tenant = world.tenants[0]!
  const { index } = subject.engines
  let after: string | undefined
  let cursor = ''
  for (let skipped = 0; skipped < (shape.skip ?? 0); skipped += shape.query.limit) {
    after = (await index.search(tenant, pageOf(shape.query, after))).next ?? undefined
    const { body } = await world.call('searchLogs', tenant, { search: `${shape.search}${cursor}` })
    cursor = `&cursor=${encodeURIComponent(String(body.next_cursor))}`
  }
  const ways = {
    engine: await floor.prepare(shape, after),
    index: () => index.search(tenant, pageOf(shape.query, after)),
    api: () => world.call('searchLogs', tenant, { search: `${shape.search}${cursor}` }),
  }
  const [page, answer] = [await ways.index(), await ways.api()]
  if (page.items.length === 0 || page.items.length !== (answer.body.items as readonly unknown[]).length)
    throw new Error(`${shape.name}: the index found ${page.items.length} events, and the API not so many`)
  const times: Record<keyof typeof ways, number[]> = { engine: [], index: [], api: [] }
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const [way, ask] of Object.entries(ways) as [keyof typeof ways, () => Promise<unknown>][]) {
      const started = performance.now()
      await ask()
      if (round >= 0) times[way].push(performance.now() - started)
    }
  const row = (way: keyof typeof ways, p: number): Row => ({
    name: `${shape.name}_${way}_p${p * 100}_ms`,
    label: `${shape.label}: ${way}, p${p * 100}`,
    value: quantile(times[way], p),
    unit: 'ms',
  })
  return [
    ...(['engine', 'index', 'api'] as const).flatMap(way => [row(way, 0.5), row(way, 0.99)]),
    {
      name: `${shape.name}_ratio`,
      label: `${shape.label}: index to engine, at p50`,
      value: quantile(times.index, 0.5) / quantile(times.engine, 0.5),
      ...(subject.opensearch ? { target: '1.2' } : {}),
    },
  ]
}
